import ExpectSupport
import Programs
import Screens
import ScreensSupport
import ServerProgram
import Testing

@Suite(.exitTest) struct ServerProgramTests {
  @MainActor private static func run(_ arguments: [String]) -> Never {
    ServerProgram("forgetful", version: "1", app: .forgetful).main(arguments)
  }

  private func expectMistakes(_ process: ExitTest.Result?) throws {
    let process = try #require(process)
    let mistakes = AppDefinition.forgetful.check()
    expectEqual(mistakes.count, 2)
    expectEqual(
      String(decoding: process.standardErrorContent, as: UTF8.self), mistakes.map { "forgetful: \($0)\n" }.joined())
    // NB: Swift Testing writes some bytes at the start of an exit test. A program prints lines.
    #expect(!process.standardOutputContent.contains(UInt8(ascii: "\n")))
  }

  @Test func `names each mistake of a description, and serves nothing`() async throws {
    try expectMistakes(
      await #expect(processExitsWith: .exitCode(70), observing: [\.standardOutputContent, \.standardErrorContent]) {
        await Self.run([])
      })
  }

  @Test func `prints no client of a wrong description`() async throws {
    try expectMistakes(
      await #expect(processExitsWith: .exitCode(70), observing: [\.standardOutputContent, \.standardErrorContent]) {
        await Self.run(["--client", "python"])
      })
  }

  @Test func `keeps what the app prints out of the standard output`() async throws {
    let process = await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
      await Self.runNoisyApp()
    }
    let output = String(decoding: try #require(process).standardOutputContent, as: UTF8.self)
    #expect(output.hasSuffix("noisy 1\n") && !output.contains("noise"))
  }

  @MainActor private static func runNoisyApp() -> Never {
    @Sendable func app() -> AppDefinition {
      print("noise")
      return .club
    }
    ServerProgram("noisy", version: "1", app: app()).main(["--version"])
  }

  @MainActor @Test func `prints a document for an option of its own`() throws {
    let program = ServerProgram(
      "club", version: "1", app: .club,
      documents: [.init(CommandOption("--rules", "print the rules")) { front, _ in "The rules of \(front.name)." }])
    try expectEqual(text(of: program, "--rules"), "The rules of club.")
    expectEqual(program.front.options.help.contains("--rules"), true)
  }

  @MainActor @Test func `prints what any app has, with its own view model`() throws {
    let program = ServerProgram("club", version: "1", app: .club)
    for (arguments, content) in [
      (["--client=python"], "class AppScreen("), (["--client=typescript", "--import=./s.js"], "app: {"),
      (["--openrpc"], #""x-app":"#), (["--schema"], #""x-app":"#), (["--screens"], "## app"),
    ] {
      let text = try text(of: program, arguments)
      expectEqual(text?.contains(content), true, "\(arguments): \(text?.prefix(500) ?? "")")
    }
  }

  @MainActor private func text(of program: ServerProgram, _ arguments: String...) throws(OptionError) -> String? {
    try text(of: program, arguments)
  }

  @MainActor private func text(of program: ServerProgram, _ arguments: [String]) throws(OptionError) -> String? {
    let front = program.front
    var options = ServerProgram.Options()
    return try front.read(arguments) { option, value throws(OptionError) in
      try program.read(option, value, into: &options, of: front)
    }.text
  }
}
