import ConsoleProgram
import ExpectSupport
import Screens
import ScreensSupport
import Testing

@Suite(.exitTest) struct ConsoleProgramTests {
  @MainActor private static func run() -> Never {
    ConsoleProgram("forgetful", version: "1", app: .forgetful).main(["-c", "open forgetful"])
  }

  @Test func `names each mistake of a description, and serves nothing`() async throws {
    let process = await #expect(
      processExitsWith: .exitCode(70), observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      await Self.run()
    }
    let ended = try #require(process)
    let mistakes = AppDefinition.forgetful.check()
    expectEqual(mistakes.count, 2)
    expectEqual(
      String(decoding: ended.standardErrorContent, as: UTF8.self),
      mistakes.map { "forgetful: \($0)\n" }.joined())
    // NB: Swift Testing writes some bytes at the start of an exit test. A program prints lines.
    #expect(!ended.standardOutputContent.contains(UInt8(ascii: "\n")))
  }
}
