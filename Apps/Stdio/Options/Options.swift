import ClientGenerator
import FrontOptions
import JSONRPC
import ScreenServer
import ViewModels

/// The options that this server alone has.
struct Options: Equatable {
  /// What is spoken over the standard streams.
  enum WireProtocol: String {
    /// The methods of `ScreenServer`.
    case screens
    /// The Model Context Protocol, for assistants.
    case mcp
  }

  var wireProtocol = WireProtocol.screens
  /// Whether events with secrets are tools of an assistant.
  var offersSecrets = false
  var framing = Framing.lines
  /// The path of the Unix socket to listen at, in place of the standard streams.
  var socketPath: String?
  /// Whether to log each message to the standard error.
  var logs = false

  /// Reads an option.
  ///
  /// - Returns: the document that it asks for in place of a session.
  @MainActor mutating func read(_ option: String, _ value: String) -> String? {
    let (screens, services) = (AppCore.screens, Self.front.app.services)
    switch option {
    case "--openrpc":
      return ScreenServer.openRPC(name: Self.name, version: Self.number, screens: screens, services: services).text
    case "--schema":
      return ScreenServer.schema(name: Self.name, version: Self.number, screens: screens, services: services).text
    case "--screens": return ScreenReference(of: screens, command: "\(Self.name) --screens").text
    case "--client":
      return ClientLanguage(rawValue: value)?
        .client(of: screens, services: services, name: Self.name, version: Self.number)
    case "--framing": framing = Framing(rawValue: value) ?? framing
    case "--protocol": wireProtocol = WireProtocol(rawValue: value) ?? wireProtocol
    case "--listen": socketPath = value
    case "--mcp-secrets": offersSecrets = true
    default: logs = true
    }
    return nil
  }

  /// Checks that the options go together.
  func check(_ session: SessionOptions) throws(OptionError) {
    if offersSecrets, wireProtocol != .mcp { throw OptionError("--mcp-secrets needs --protocol mcp.") }
    if wireProtocol == .mcp, framing != .lines {
      throw OptionError("--protocol mcp has lines alone: leave --framing out.")
    }
    if wireProtocol == .mcp, session.backend.asksClient {
      throw OptionError("--backend client goes with --protocol screens: an assistant answers no services.")
    }
    if socketPath != nil, session.recording != nil || session.replay != nil {
      throw OptionError("--listen goes without --record and --replay: a recording has one session.")
    }
    if session.replay != nil, framing != .lines { throw .notReplayable }
  }

  /// What the program is called, on the wire as well.
  static let name = "tributary-stdio"
  /// The program's version, on the wire as well.
  static let number = "0.1.0"
  /// The program.
  static let front = Front(
    name, version: number,
    about: "Speaks JSON-RPC 2.0 with a front over the standard input and output, until the input ends.",
    app: .tributary, hasClient: true,
    own: [
      CommandOption(
        "--framing", .choice("FRAMING", ["lines", "headers", "auto"]), goesWithReplay: true,
        "\"lines\" (the default), \"headers\" as in LSP, or \"auto\": whichever the first message has"),
      CommandOption(
        "--protocol", .choice("NAME", ["screens", "mcp"]), goesWithReplay: true,
        "\"screens\" (the default), or \"mcp\": the Model Context Protocol, for assistants"),
      CommandOption(
        "--listen", .file("PATH"), goesWithReplay: true,
        "serve several clients over a Unix socket, each with a session, until a signal"),
      CommandOption(
        "--mcp-secrets", goesWithReplay: true, "with \"mcp\", offer the events that take a secret, such as a password"),
      CommandOption(
        "--log",
        "log each message to the standard error: its method, size, time and error code, never its content"),
      CommandOption(
        "--client", .choice("LANGUAGE", ["python", "typescript"]),
        "print a client for \"python\" or \"typescript\": one file, without dependencies"),
      CommandOption("--openrpc", "print the OpenRPC document, which \"rpc.discover\" answers as well"),
      CommandOption("--schema", "print the JSON Schemas of states, events and operations, as one document"),
      CommandOption("--screens", "print what each screen shows and takes, as Markdown"),
    ],
    sections: [
      .init(
        "Exit status",
        """
        The exit code is 0 after the end of the input, a signal, or "shutdown" and "exit"; 1 after "exit" alone, or when \
        the input cannot be read, the output or the recording cannot be written, or the framing is lost; 2 for wrong options, a recording \
        that cannot be written or read, or a folder of "--state" or a path of "--listen" that cannot be used; 3 when \
        replies are lost because 64 MiB of them wait unread, or because nothing is read for 2 s at the end. Of a replay \
        it is 0 if all states are equal, 1 if one differs, and 4 if the recording is cut off.
        """)
    ])
}

extension JSON {
  /// The document as text.
  fileprivate var text: String { String(decoding: json, as: UTF8.self) }
}
