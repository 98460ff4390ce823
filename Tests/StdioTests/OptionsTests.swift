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
    #expect(options.session.backend == BackendOptions(operations: AppDefinition.tributary.operations, hasClient: true))
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
    #expect(try Options(["--protocol", "mcp"]).wireProtocol == .mcp)
    #expect(try Options(["--protocol=mcp", "--mcp-secrets"]).offersSecrets)
    #expect(try Options(["--openrpc"]).task == .openRPC)
    #expect(try Options(["--schema"]).task == .schema)
    #expect(try Options(["--screens"]).task == .screens)
    #expect(try Options(["--client", "python"]).task == .client(.python))
    #expect(try Options(["--client=typescript"]).task == .client(.typescript))
    #expect(try Options(["--help"]).task == .print(Options.table.help))
    #expect(try Options(["--version"]).task == .print("tributary-stdio 0.1.0"))
  }

  @Test(arguments: [
    (["--framign"], "Unknown option --framign. Did you mean --framing?"),
    (["--laten=300"], "Unknown option --laten. Did you mean --latency?"),
    (["lines"], "Unknown option lines. --help lists the options."),
    (["--framing"], #"--framing takes "lines", "headers" or "auto"."#),
    (["--framing", "line"], #"--framing takes "lines", "headers" or "auto"."#),
    (["--client"], #"--client takes "python" or "typescript"."#),
    (["--client", "cobol"], #"--client takes "python" or "typescript"."#),
    (["--protocol", "soap"], #"--protocol takes "screens" or "mcp"."#),
    (["--mcp-secrets"], "--mcp-secrets needs --protocol mcp."),
    (
      ["--protocol", "mcp", "--backend", "client"],
      "--backend client goes with --protocol screens: an assistant answers no services."
    ),
    (["--fallback", "mock"], "--fallback needs --backend client."),
    (["--protocol", "mcp", "--framing", "headers"], "--protocol mcp has lines alone: leave --framing out."),
    (["--record"], "--record needs a file."),
    (["--replay", ""], "--replay needs a file."),
    (["--replay", "a", "--latency", "1"], "--replay takes all other options from the recording."),
    (["--record", "b", "--replay", "a"], "--replay takes all other options from the recording."),
    (["--replay", "a", "--log"], "--replay takes all other options from the recording."),
    (["--log=a"], "--log takes no value."),
  ])
  func `reports a wrong option in one line`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try Options(arguments) }
  }

  @Test func `keeps its help within 80 columns`() {
    let lines = Options.table.help.split(separator: "\n")
    #expect(lines.count > 30)
    #expect(lines.filter { $0.count > 80 } == [])
  }
}
