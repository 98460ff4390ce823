import ClientGenerator
import FrontOptions
import JSONRPC
import ScreenServer
import ViewModels

/// What the command line asks for.
struct Options: Equatable {
  /// What to do.
  enum Task: Equatable {
    case run, openRPC, schema, screens
    case client(ClientLanguage)
    case print(String)
  }

  /// What is spoken over the standard streams.
  enum WireProtocol: String {
    /// The methods of `ScreenServer`.
    case screens
    /// The Model Context Protocol, for assistants.
    case mcp
  }

  var task = Task.run
  var wireProtocol = WireProtocol.screens
  /// Whether events with secrets are tools of an assistant.
  var offersSecrets = false
  var framing = Framing.lines
  /// The path of the Unix socket to listen at, in place of the standard streams.
  var socketPath: String?
  /// The options that every front has.
  var session = Self.front.noOptions
  /// Whether to log each message to the standard error.
  var logs = false

  /// Reads the arguments behind the program's name.
  ///
  /// - Throws: an `OptionError` that names the first wrong one.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var arguments = CommandLineArguments(arguments)
    while let option = try arguments.next() {
      if let text = try Self.table.text(for: option, &arguments) {
        task = .print(text)
        continue
      }
      switch option {
      case "--openrpc": task = .openRPC
      case "--schema": task = .schema
      case "--screens": task = .screens
      case "--client":
        guard let language = ClientLanguage(rawValue: (try? arguments.value()) ?? "") else {
          throw OptionError("--client takes \"python\" or \"typescript\".")
        }
        task = .client(language)
      case "--framing":
        guard let known = Framing(rawValue: (try? arguments.value()) ?? "") else {
          throw OptionError("--framing takes \"lines\", \"headers\" or \"auto\".")
        }
        framing = known
      case "--protocol":
        guard let known = WireProtocol(rawValue: (try? arguments.value()) ?? "") else {
          throw OptionError("--protocol takes \"screens\" or \"mcp\".")
        }
        wireProtocol = known
      case "--listen": socketPath = try arguments.value("a path")
      case "--mcp-secrets": offersSecrets = true
      case "--log": logs = true
      default:
        guard try session.read(option, &arguments) else { throw Self.table.unknown(option) }
      }
    }
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
    if task == .run { try session.check(isAlone: framing == .lines && !logs) }
  }

  /// What the program is called, on the wire as well.
  static let name = "tributary-stdio"
  /// The program's version, on the wire as well.
  static let number = "0.1.0"
  /// The program.
  static let front = Front(
    name, version: number,
    about: "Speaks JSON-RPC 2.0 with a front over the standard input and output, until the input ends.",
    app: .tributary, hasClient: true)
  /// The options.
  static let table = front.options(
    own: [
      CommandOption(
        "--framing", .choice("FRAMING", ["lines", "headers", "auto"]),
        "\"lines\" (the default), \"headers\" as in LSP, or \"auto\": whichever the first message has"),
      CommandOption(
        "--protocol", .choice("NAME", ["screens", "mcp"]),
        "\"screens\" (the default), or \"mcp\": the Model Context Protocol, for assistants"),
      CommandOption(
        "--listen", .file("PATH"), "serve several clients over a Unix socket, each with a session, until a signal"),
      CommandOption(
        "--mcp-secrets", "with \"mcp\", offer the events that take a secret, such as a password"),
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
