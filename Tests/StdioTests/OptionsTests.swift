import ExpectSupport
import Foundation
import JSONRPC
import Programs
import ServerProgram
import Services
import Testing
import ViewModels

@testable import Stdio

@MainActor @Suite struct OptionsTests {
  /// What the server reads from a command line.
  private struct CommandLine {
    var options: ServingOptions
    var session: SessionOptions
    var text: String?
  }

  private func read(_ arguments: [String]) throws(OptionError) -> CommandLine {
    let (program, front) = (Program.server, Program.server.front)
    var options = ServerProgram.Options()
    let (session, text) = try front.read(
      arguments,
      { option, value throws(OptionError) in try program.read(option, value, into: &options, of: front) },
      { session throws(OptionError) in try program.check(options, session) })
    return CommandLine(options: options.serving, session: session, text: text)
  }

  @Test func `without arguments, lines and the mock`() throws {
    let line = try read([])
    #expect(line.text == nil)
    expectEqual(line.options, ServingOptions())
    expectEqual(line.options.framing, .lines)
    expectEqual(line.session.backend, BackendOptions(operations: AppDefinition.tributary.operations, hasClient: true))
  }

  @Test func `reads every option`() throws {
    let line = try read([
      "--framing", "auto", "--backend", "mock", "--latency", "20", "--fail", "balance,purchase",
    ])
    expectEqual(line.options.framing, .auto)
    expectEqual(line.session.backend.latency, .milliseconds(20))
    expectEqual(line.session.backend.failures, ["balance", "purchase"])
    try expectEqual(read(["--backend", "http://localhost:8080/v1"]).session.backend.url?.port, 8080)
    try expectEqual(
      read(["--backend", "http://localhost", "--timeout", "0.5"]).session.backend.timeout, .milliseconds(500))
    try expectEqual(read(["--record", "a.jsonl", "--latency", "5"]).session.recording, "a.jsonl")
    try expectEqual(read(["--replay=a.jsonl"]).session.replay, "a.jsonl")
    try expectEqual(read(["--replay=a.jsonl", "--framing=lines"]).session.replay, "a.jsonl")
    try expectEqual(read(["--seed", "7"]).session.seed, 7)
    try expectEqual(read(["--now=2026-11-22T15:04:05Z"]).session.date?.timeIntervalSince1970, 1_795_359_845)
    try expectEqual(read(["--time-zone", "Asia/Tokyo"]).session.timeZone?.identifier, "Asia/Tokyo")
    #expect(try read(["--log"]).options.logs)
    try expectEqual(read(["--listen", "/tmp/socket"]).options.socketPath, "/tmp/socket")
    try expectEqual(read(["--protocol", "mcp"]).options.wireProtocol, .mcp)
    #expect(try read(["--protocol=mcp", "--mcp-secrets"]).options.assistant.rights.offersSecrets)
    #expect(try read(["--listen", "/tmp/socket", "--share", "--record", "a.jsonl"]).options.isShared)
    #expect(try read(["--listen", "/tmp/socket", "--mcp-secrets"]).options.assistant.rights.offersSecrets)
    #expect(try read(["--protocol=mcp", "--mcp-private"]).options.assistant.rights.showsPrivateFields)
    try expectEqual(read(["--listen", "/tmp/socket", "--share", "--away", "5"]).options.awayLimit, .seconds(5))
    #expect(try read(["--protocol=mcp", "--mcp-consent"]).options.assistant.rights.trustsHostConsent)
    #expect(try read(["--protocol=mcp", "--mcp-links"]).options.assistant.linksScreens)
    try expectEqual(
      read(["--protocol=mcp", "--mcp-files", "/tmp/files"]).options.assistant.rights.files?.path, "/tmp/files")
    try expectEqual(read(["--attach", "/tmp/socket", "--protocol", "mcp"]).options.attachedPath, "/tmp/socket")
    #expect(try read(["--openrpc"]).text?.hasPrefix(#"{"components":"#) == true)
    #expect(try read(["--schema"]).text?.hasPrefix(#"{"$defs":"#) == true)
    #expect(try read(["--screens"]).text?.hasPrefix("# What do the screens show and take?") == true)
    for arguments in [["--client=typescript", "--import=./s.js"], ["--import", "./s.js", "--client", "typescript"]] {
      let types = try #require(try read(arguments).text)
      #expect(types.contains(#"import type { Store } from "./s.js";"#))
      #expect(types.contains("  product: { params: ProductParameters; state: ProductState; event: ProductEvent };"))
      #expect(!types.contains("class "))
    }
    #expect(try read(["--client", "python"]).text?.contains("class BalanceScreen(") == true)
    #expect(try read(["--client=typescript"]).text?.contains("export class BalanceScreen ") == true)
    try expectEqual(read(["--help"]).text, Program.server.front.options.help)
    try expectEqual(read(["--version"]).text, "tributary-stdio 0.1.0")
  }

  @Test(arguments: [
    (["--framign"], "Unknown option --framign. Did you mean --framing?"),
    (["--laten=300"], "Unknown option --laten. Did you mean --latency?"),
    (["lines"], "Unknown option lines. --help lists the options."),
    (["--framing"], #"--framing takes "lines", "headers" or "auto"."#),
    (["--framing", "line"], #"--framing takes "lines", "headers" or "auto"."#),
    (["--import", "./s.js"], "--import goes with --client typescript."),
    (["--client", "python", "--import", "./s.js"], "--import goes with --client typescript."),
    (["--client"], #"--client takes "python", "typescript" or "swift"."#),
    (["--client", "cobol"], #"--client takes "python", "typescript" or "swift"."#),
    (["--protocol", "soap"], #"--protocol takes "screens" or "mcp"."#),
    (["--mcp-secrets"], "--mcp-secrets needs --protocol mcp."),
    (["--mcp-private"], "--mcp-private needs --protocol mcp."),
    (["--mcp-consent"], "--mcp-consent needs --protocol mcp."),
    (["--mcp-links"], "--mcp-links needs --protocol mcp."),
    (["--mcp-files", "."], "--mcp-files needs --protocol mcp."),
    (["--share"], "--share needs --listen PATH."),
    (["--listen", "s", "--away", "5"], "--away needs --share."),
    (["--listen", "s", "--share", "--away", "-1"], "--away takes seconds, 0 to 86400."),
    (
      ["--attach", "s", "--mcp-secrets"],
      "--attach goes with --protocol alone: the process that listens has all other options."
    ),
    (
      ["--attach", "s", "--seed", "7"],
      "--attach goes with --protocol alone: the process that listens has all other options."
    ),
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
    (["--replay", "a", "--framing", "auto"], "--replay takes all other options from the recording."),
    (["--listen", "s", "--replay", "a"], "--listen goes without --record and --replay: a recording has one session."),
    (["--listen"], "--listen needs a path."),
    (["--log=a"], "--log takes no value."),
  ])
  func `reports a wrong option in one line`(arguments: [String], message: String) {
    #expect(throws: OptionError(message)) { try read(arguments) }
  }

  @Test func `keeps its help within 80 columns`() {
    let lines = Program.server.front.options.help.split(separator: "\n")
    #expect(lines.count > 30)
    expectEqual(lines.filter { $0.count > 80 }, [])
  }
}
