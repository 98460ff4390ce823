import ExpectSupport
import Foundation
import Programs
import Requests
import Screens
import Testing
import TextUI

@testable import ConsoleProgram

@MainActor @Suite struct ConsoleOptionsTests {
  private static let program = ConsoleProgram(
    "shop-console", version: "1.2",
    app: AppDefinition(
      screens: [],
      mock: { _ in
        Backend.handlers(["balance", "purchase"].map { ServiceHandler(ServiceOperation<String, String>($0)) { $0 } })
      })
  ) { Shop(core: $0) }

  private struct Shop: TextApp {
    let core: AppCore
  }

  /// What the console reads from a command line.
  private struct CommandLine {
    var options = ConsoleOptions()
    var session: SessionOptions
    var text: String?
  }

  private func read(_ arguments: [String]) throws(OptionError) -> CommandLine {
    var options = ConsoleOptions()
    let (session, text) = try Self.program.front.read(
      arguments, { option, value throws(OptionError) in try options.read(option, value) },
      { session throws(OptionError) in try options.check(session) })
    return CommandLine(options: options, session: session, text: text)
  }

  @Test func `uses the mock without arguments`() throws {
    let operations = Self.program.front.app.operations
    try expectEqual(read([]).session, SessionOptions(operations: operations))
  }

  @Test func `reads what is printed for other programs`() throws {
    #expect(try read(["--json"]).options.selectedMembers == nil)
    let json = try read(["--json=title,rows[].amount"]).options
    #expect(try json.printsJSON && json.selectedMembers == MemberSelection("title,rows[].amount"))
    // Without an equals sign, what follows is the script.
    try expectEqual(read(["--json", #filePath]).options.script, #filePath)
    try expectEqual(read(["--csv", "rows"]).options.listOutput, ListOutput("rows"))
    try expectEqual(read(["--csv=rows:id,price.amount"]).options.listOutput?.members, ["id", "price.amount"])
    try expectEqual(read(["--spreadsheet", "rows"]).options.listOutput, ListOutput(spreadsheet: "rows"))
  }

  @Test(arguments: [
    (["--json="], "--json needs a value behind \"=\"."),
    (["--json=a..b"], "--json: Members are written as names: title,rows[].amount"),
    (["--json", "--csv", "rows"], "--json goes without --csv and --spreadsheet."),
    (["--csv", "rows", "--spreadsheet", "rows"], "--csv and --spreadsheet do not go together."),
    (["--csv=rows:"], "--csv: A list is written with the members of its rows: books, books:id,title"),
    (
      ["--spreadsheet", "rows", "--record", "r"],
      "--spreadsheet goes without --record and --replay: a recording has the lines for people."
    ),
  ])
  func `refuses what does not go together`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try read(arguments) }
  }

  @Test func `reads every option`() throws {
    let line = try read([
      "--plain", "--strict", "--backend", "mock", "--latency", "300", "--fail", "balance,purchase",
    ])
    #expect(line.options.isPlain && line.options.isStrict && line.text == nil)
    expectEqual(line.session.backend.latency, .milliseconds(300))
    expectEqual(line.session.backend.failures, ["balance", "purchase"])
    try expectEqual(
      read(["--backend", "http://127.0.0.1:8080"]).session.backend.url, URL(string: "http://127.0.0.1:8080"))
    try expectEqual(
      read(["--backend", "HTTP://HOST", "--timeout", "2.5"]).session.backend.timeout, .milliseconds(2_500))
    try expectEqual(read(["--fail", "balance:2,purchase:1:lost"]).session.backend.failures?.description.count, 25)
    try expectEqual(read(["-c", "open blog", "-c", "show"]).options.commands, ["open blog", "show"])
    let script = try read([#filePath, "--latency=300"])
    #expect(script.options.script == #filePath && script.options.source != nil)
    expectEqual(script.session.backend.latency, .milliseconds(300))
    try expectEqual(read(["--replay", "r", "--plain"]).session.replay, "r")
    let help = Self.program.front.options.help
    try expectEqual(read(["--help"]).text, help)
    try expectEqual(read(["--version"]).text, "shop-console 1.2")
  }

  @Test(arguments: [
    (["--plian"], "Unknown option --plian. Did you mean --plain?"),
    (["--laten=300"], "Unknown option --laten. Did you mean --latency?"),
    (["-x"], "Unknown option -x. --help lists the options."),
    (["--secret=hunter2"], "Unknown option --secret. --help lists the options."),
    (
      ["--backend", "client"],
      "--backend client is for a front that another program drives. Take \"mock\" or a URL."
    ),
    (["--color"], "Unknown option --color. --help lists the options."),
    (["--plain=yes"], "--plain takes no value."), (["-c"], "-c needs a command."),
    (["one.txt", "two.txt"], "There can be one script, and two.txt is another one."),
    (["-c", "open blog", "one.txt"], "-c and the script one.txt do not go together."),
    (["nowhere.txt"], "nowhere.txt cannot be read: No such file or directory."),
    (["--help", "--plian"], "Unknown option --plian. Did you mean --plain?"),
    (["--replay", "r", "one.txt"], "--replay takes all other options from the recording."),
    (["--replay", "r", "-c", "open blog"], "--replay takes all other options from the recording."),
    (["--replay", "r", "--plain", "--seed=7"], "--replay takes all other options from the recording."),
  ])
  func `reports a wrong option in one line`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try read(arguments) }
    #expect(!message.contains("\n"))
  }

  @Test func `keeps its help within 80 columns`() {
    let lines = Self.program.front.options.help.split(separator: "\n")
    #expect(lines.count > 30)
    expectEqual(lines.filter { $0.count > 80 }, [])
  }
}
