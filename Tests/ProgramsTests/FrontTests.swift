import ExpectSupport
import Locking
import Programs
import Requests
import Screens
import Testing

@MainActor @Suite struct FrontTests {
  private let front = Front(
    "shop", version: "1.0", app: AppDefinition(screens: [], mock: { _ in Backend.handlers([]) }),
    own: [
      CommandOption(
        "--sort", .choice("ORDER", ["price", "name", "age"]), goesWithReplay: true, "how goods are sorted"),
      CommandOption("--into", .folder("DIR"), "a folder"), CommandOption("-c", .text("COMMAND"), "run a command"),
      CommandOption("--item", .file("ITEM"), "a file"), CommandOption("--list", "print a list"),
    ], takesFiles: true)

  /// Starts the front where no session comes of it: one would need the main run loop.
  private func start(_ arguments: [String], printCode: Int32 = 0) -> (code: Int32, printed: [String]) {
    var printed: [String] = []
    let code = front.start(arguments) { option, _ in
      option == "--list" ? "a list" : nil
    } check: { _ throws(OptionError) in
      throw OptionError("They do not go together.")
    } print: { text in
      printed.append(text)
      return printCode
    } run: { _ in
      7
    }
    return (code, printed)
  }

  @Test(arguments: [
    (["--version"], "shop 1.0"), (["--list"], "a list"), (["--version", "--list"], "a list"),
    (["--list", "--version", "--sort", "name"], "shop 1.0"),
  ])
  func `prints the last text that options ask for`(arguments: [String], text: String) {
    #expect(start(arguments) == (0, [text]))
  }

  @Test func `a start makes no backend in memory, and the help names its operations`() throws {
    let count = LockedValue(0)
    let front = Front(
      "shop", version: "1.0",
      app: AppDefinition(screens: []) { _ in
        count.withLock { $0 += 1 }
        return Backend.handlers([ServiceHandler(.greeting) { name in "Hello \(name)" }])
      })
    _ = try front.read([])
    expectEqual(count.withLock { $0 }, 0)
    #expect(front.options.help.contains("which requests to the mock fail: greeting, all;"))
    #expect(count.withLock { $0 } > 0)
  }

  @Test func `a text that cannot be printed is the exit code`() {
    #expect(start(["--version"], printCode: 1) == (1, ["shop 1.0"]))
  }

  @Test(arguments: [["--srot"], ["--list", "--srot"], ["--replay", "/nowhere"], []])
  func `a wrong option is 2`(arguments: [String]) {
    #expect(start(arguments) == (2, []))
  }

  @Test func `reads its own options, and files with an empty name`() throws {
    var values: [String] = []
    let (session, text) = try front.read(["--sort=name", "one.txt", "-c", "open", "--seed", "7", "--into", "a"]) {
      values.append("\($0): \($1)")
      return nil
    }
    expectEqual(values, ["--sort: name", ": one.txt", "-c: open", "--into: a"])
    #expect(session.seed == 7 && text == nil)
  }

  @Test(arguments: [
    (["--sort"], #"--sort takes "price", "name" or "age"."#),
    (["--sort", "x"], #"--sort takes "price", "name" or "age"."#),
    (["--into"], "--into needs a folder."), (["-c"], "-c needs a command."), (["--item="], "--item needs an item."),
    (["--list=x"], "--list takes no value."),
  ])
  func `names what an option needs`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try front.read(arguments) }
  }

  @Test(arguments: [["--list"], ["-c", "open"], ["one.txt"], ["--seed", "7"]])
  func `a replay takes other options from the recording`(arguments: [String]) throws {
    try expectEqual(front.read(["--replay", "r", "--sort", "name"]).session.replay, "r")
    #expect(throws: OptionError.notReplayable) { try front.read(["--replay", "r"] + arguments) }
  }
}
