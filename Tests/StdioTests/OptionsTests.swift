import Foundation
import FrontOptions
import JSONRPC
import Services
import Testing
import ViewModels

@testable import Stdio

@Suite struct OptionsTests {
  @Test func `without arguments, lines and the mock`() throws {
    let options = try Options([String]())
    #expect(options.task == .run)
    #expect(options.framing == .lines)
    #expect(options.session.backend == BackendOptions(operations: AppDefinition.tributary.operations))
  }

  @Test func `reads every option`() throws {
    let options = try Options([
      "--framing", "auto", "--backend", "mock", "--latency", "20", "--fail", "balance,purchase",
    ])
    #expect(options.framing == .auto)
    #expect(options.session.backend.latency == 20)
    #expect(options.session.backend.failures == ["balance", "purchase"])
    #expect(try Options(["--backend", "http://localhost:8080/v1"]).session.backend.url?.port == 8080)
    #expect(try Options(["--backend", "http://localhost", "--timeout", "0.5"]).session.backend.timeout == 500)
    #expect(try Options(["--record", "a.jsonl", "--latency", "5"]).session.recording == "a.jsonl")
    #expect(try Options(["--replay=a.jsonl"]).session.replay == "a.jsonl")
    #expect(try Options(["--seed", "7"]).session.seed == 7)
    #expect(try Options(["--now=2026-11-22T15:04:05Z"]).session.date?.timeIntervalSince1970 == 1_795_359_845)
    #expect(try Options(["--time-zone", "Asia/Tokyo"]).session.timeZone?.identifier == "Asia/Tokyo")
    #expect(try Options(["--log"]).logs)
    #expect(try Options(["--openrpc"]).task == .openRPC)
    #expect(try Options(["--screens"]).task == .screens)
    #expect(try Options(["--client", "python"]).task == .client(.python))
    #expect(try Options(["--client=typescript"]).task == .client(.typescript))
    #expect(try Options(["--help"]).task == .help)
    #expect(try Options(["--version"]).task == .version)
  }

  @Test(arguments: [
    (["--framign"], "Unknown option --framign. Did you mean --framing?"),
    (["--laten=300"], "Unknown option --laten. Did you mean --latency?"),
    (["lines"], "Unknown option lines. --help lists the options."),
    (["--framing"], #"--framing takes "lines", "headers" or "auto"."#),
    (["--framing", "line"], #"--framing takes "lines", "headers" or "auto"."#),
    (["--client"], #"--client takes "python" or "typescript"."#),
    (["--client", "cobol"], #"--client takes "python" or "typescript"."#),
    (["--record"], "--record needs a file."),
    (["--replay", ""], "--replay needs a file."),
    (["--replay", "a", "--latency", "1"], "--replay takes all other options from the recording."),
    (["--record", "b", "--replay", "a"], "--replay takes all other options from the recording."),
    (["--replay", "a", "--log"], "--replay takes all other options from the recording."),
    (["--log=a"], "--log takes no value."),
    (["--seed", "-1"], "--seed takes a number from 0 to 18446744073709551615."),
    (["--now", "2026-02-30T12:00:00Z"], "--now takes a date that exists, such as 2026-11-22T15:04:05Z."),
    (["--fail", "balanse:2"], "--fail knows no balanse. Did you mean balance?"),
    (["--now", "soon"], "--now takes a date that exists, such as 2026-11-22T15:04:05Z."),
    (["--time-zone", "Middle/Earth"], "--time-zone takes the name of a zone, such as Europe/Berlin."),
    (["--backend"], "--backend needs a value."),
    (["--backend", "ftp://x"], #"--backend takes "mock" or the URL of an HTTP server."#),
    (["--backend", "http://host:99999"], "--backend takes a port from 1 to 65535."),
    (["--backend", "http://host:0"], "--backend takes a port from 1 to 65535."),
    (["--timeout", "5"], "--timeout is for a server, not for the mock."),
    (["--timeout"], "--timeout needs a value."),
    (["--timeout", "0"], "--timeout takes seconds, such as 5 or 0.5, up to 86400."),
    (["--timeout", "-1"], "--timeout takes seconds, such as 5 or 0.5, up to 86400."),
    (["--timeout", "1e3"], "--timeout takes seconds, such as 5 or 0.5, up to 86400."),
    (["--timeout", "86401"], "--timeout takes seconds, such as 5 or 0.5, up to 86400."),
    (["--latency", "-1"], "--latency takes milliseconds, 0 to 600000."),
    (["--latency", "soon"], "--latency takes milliseconds, 0 to 600000."),
    (
      ["--fail", "everything"],
      """
      --fail takes names with commas between them: balance, product, purchase, username, account, all. A name may have \
      the number of the request that fails, as in "balance:2", and "lost" for a lost answer, as in "balance:1:lost".
      """
    ),
    (["--backend", "http://x", "--latency", "1"], "--latency is for the mock, not for a server."),
  ])
  func `reports a wrong option in one line`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try Options(arguments) }
  }
}
