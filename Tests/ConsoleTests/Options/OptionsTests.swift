import Foundation
import FrontOptions
import Services
import Testing
import ViewModels

@testable import Console

@Suite struct OptionsTests {
  @Test func `uses the mock without arguments`() throws {
    let options = try Options([])
    #expect(options.session == SessionOptions(operations: AppDefinition.tributary.operations))
  }

  @Test func `reads every option`() throws {
    let options = try Options([
      "--plain", "--strict", "--backend", "mock", "--latency", "300", "--fail", "balance,purchase",
    ])
    #expect(options.plain && options.strict && options.task == .run)
    #expect(options.session.backend.latency == 300)
    #expect(options.session.backend.failures == ["balance", "purchase"])
    #expect(
      try Options(["--backend", "http://127.0.0.1:8080"]).session.backend.url == URL(string: "http://127.0.0.1:8080"))
    #expect(try Options(["--backend", "HTTP://HOST", "--timeout", "2.5"]).session.backend.timeout == 2_500)
    #expect(try Options(["--fail", "balance:2,purchase:1:lost"]).session.backend.failures?.description.count == 25)
    #expect(try Options(["-c", "open blog", "-c", "show"]).commands == ["open blog", "show"])
    #expect(try Options(["session.txt", "--latency=300"]).script == "session.txt")
    #expect(try Options(["session.txt", "--latency=300"]).session.backend.latency == 300)
    #expect(try Options(["--replay", "r", "--plain"]).session.replay == "r")
    #expect(try Options(["--help"]).task == .print(Options.table.help))
    #expect(try Options(["--version"]).task == .print("tributary-console 0.1.0"))
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
    (["--replay", "r", "-c", "open blog"], "--replay takes all other options from the recording."),
    (["--replay", "r", "--plain", "--seed=7"], "--replay takes all other options from the recording."),
  ])
  func `reports a wrong option in one line`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try Options(arguments) }
    #expect(!message.contains("\n"))
  }

  @Test func `keeps its help within 80 columns`() {
    let lines = Options.table.help.split(separator: "\n")
    #expect(lines.count > 30)
    #expect(lines.filter { $0.count > 80 } == [])
  }
}
