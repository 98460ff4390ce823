import Foundation
import FrontOptions
import JSONRPC
import Services
import Testing

@testable import Stdio

@Suite struct OptionsTests {
  @Test func nothingMeansLinesAndTheMock() throws {
    let options = try Options([String]())
    #expect(options.task == .run)
    #expect(options.framing == .lines)
    #expect(options.backend == BackendOptions())
  }

  @Test func everyOptionIsTaken() throws {
    let options = try Options([
      "--framing", "auto", "--backend", "mock", "--latency", "20", "--fail", "balance,purchase",
    ])
    #expect(options.framing == .auto)
    #expect(options.backend.latency == 20)
    #expect(options.backend.failures == [.balance, .purchase])
    #expect(try Options(["--backend", "http://localhost:8080/v1"]).backend.url?.port == 8080)
    #expect(try Options(["--record", "a.jsonl", "--latency", "5"]).recording == "a.jsonl")
    #expect(try Options(["--replay", "a.jsonl"]).task == .replay(file: "a.jsonl"))
    #expect(try Options(["--log"]).logs)
    #expect(try Options(["--openrpc"]).task == .openRPC)
    #expect(try Options(["--help"]).task == .help)
    #expect(try Options(["--version"]).task == .version)
  }

  @Test(arguments: [
    (["--frame"], "There is no such option. --help lists those that there are."),
    (["lines"], "There is no such option. --help lists those that there are."),
    (["--framing"], #"--framing takes "lines", "headers" or "auto"."#),
    (["--framing", "line"], #"--framing takes "lines", "headers" or "auto"."#),
    (["--record"], "--record needs a file."),
    (["--replay", ""], "--replay needs a file."),
    (["--replay", "a", "--latency", "1"], "--replay takes all other options from the recording."),
    (["--record", "b", "--replay", "a"], "--replay takes all other options from the recording."),
    (["--backend"], "--backend needs a value."),
    (["--backend", "ftp://x"], #"--backend takes "mock" or the URL of an HTTP server."#),
    (["--latency", "-1"], "--latency takes milliseconds, 0 to 600000."),
    (["--latency", "soon"], "--latency takes milliseconds, 0 to 600000."),
    (
      ["--fail", "everything"],
      "--fail takes names with commas between them: balance, product, purchase, username, account, all."
    ),
    (["--backend", "http://x", "--latency", "1"], "--latency and --fail are for the mock, not for a server."),
  ])
  func aWrongOptionIsToldInALine(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try Options(arguments) }
  }
}
