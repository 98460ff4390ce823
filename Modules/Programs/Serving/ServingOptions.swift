public import JSONRPC
import Words

/// The options of a program that serves its app: over the standard streams, to the connections of a Unix socket, or both.
public struct ServingOptions: Equatable, Sendable {
  /// What a client speaks.
  public enum WireProtocol: String, Sendable, CaseIterable {
    /// The methods of `ScreenServer`.
    case screens
    /// The Model Context Protocol, for assistants.
    case mcp
  }

  /// Where the clients are.
  public enum Place: Sendable {
    /// At the standard streams, or at a socket.
    case standardStreams
    /// At a socket, beside a prompt.
    case besidePrompt
  }

  /// What is spoken over the standard streams, and by a connection that names no protocol.
  public var wireProtocol = WireProtocol.screens
  /// How messages are delimited, but those of assistants.
  public var framing = Framing.lines
  /// The path of the Unix socket to listen at, or ``passedSocket``.
  public var socketPath: String?
  /// Whether all connections, and the standard streams or the prompt, are fronts of one app.
  public var isShared = false
  /// The path of the socket of another process, with which the standard streams are connected.
  public var attachedPath: String?
  /// The options of assistants.
  public var assistant = AssistantOptions()
  /// How long a front whose connection has ended may be away before it leaves.
  public var awayLimit = Duration.seconds(600)
  /// Whether to log each message to the standard error.
  public var logs = false

  /// The value of `--listen` for the socket with which a service manager has started the process.
  public static let passedSocket = "systemd"

  /// No options: one client at the standard streams.
  public init() {}

  /// The options as a table declares them.
  public static func declared(_ place: Place) -> [CommandOption] {
    let shared = [
      CommandOption(
        "--away", .text("SECONDS"), goesWithReplay: true,
        Words.text(
          "with --share, how long a front that can come back may be away, such as a page that is loaded again; 600 if not set"
        )
      )
    ]
    guard place == .standardStreams else {
      return [
        CommandOption(
          "--listen", .file("PATH"), goesWithReplay: true,
          Words.text("with --share, the Unix socket at which other fronts connect")),
        CommandOption(
          "--share", goesWithReplay: true,
          Words.text("let other fronts connect to the app of this prompt: pages, programs, assistants")),
      ] + shared + AssistantOptions.declared
    }
    return [
      CommandOption(
        "--framing", .choice("FRAMING", ["lines", "headers", "auto"]), goesWithReplay: true,
        Words.text("\"lines\" (the default), \"headers\" as in LSP, or \"auto\": whichever the first message has")),
      CommandOption(
        "--protocol", .choice("NAME", WireProtocol.allCases.map(\.rawValue)), goesWithReplay: true,
        Words.text("\"screens\" (the default), or \"mcp\": the Model Context Protocol, for assistants")),
      CommandOption(
        "--listen", .file("PATH"), goesWithReplay: true,
        Words.text(
          "serve several clients over a Unix socket, each with a session, until a signal; \"systemd\" is the socket of its socket unit"
        )
      ),
      CommandOption(
        "--share", goesWithReplay: true,
        Words.text("with --listen, let all clients, and the one at the standard streams, be fronts of one app")),
      CommandOption(
        "--attach", .file("PATH"), goesWithReplay: true,
        Words.text("connect the standard streams with the socket of a process that listens, and be no app of its own")),
    ] + shared + AssistantOptions.declared + [
      CommandOption(
        "--log",
        Words.text("log each message to the standard error: its method, size, time and error code, never its content"))
    ]
  }

  /// Reads the value of an option.
  ///
  /// - Returns: false if it is not one of these options.
  /// - Throws: an `OptionError` if it does not take the value.
  public mutating func read(_ option: String, _ value: String) throws(OptionError) -> Bool {
    switch option {
    case "--framing": framing = Framing(rawValue: value) ?? framing
    case "--protocol": wireProtocol = WireProtocol(rawValue: value) ?? wireProtocol
    case "--listen": socketPath = value
    case "--share": isShared = true
    case "--attach": attachedPath = value
    case "--away":
      guard let seconds = Int(value), (0...86_400).contains(seconds) else {
        throw OptionError(Words.text("--away takes seconds, 0 to 86400."))
      }
      awayLimit = .seconds(seconds)
    case "--log": logs = true
    default: return assistant.read(option, value)
    }
    return true
  }

  /// Checks that the options go together.
  public func check(_ session: SessionOptions, _ place: Place) throws(OptionError) {
    try checkAttached(session)
    if !isShared, awayLimit != ServingOptions().awayLimit { throw OptionError(Words.text("--away needs --share.")) }
    if isShared, socketPath == nil { throw OptionError(Words.text("--share needs --listen PATH.")) }
    if place == .besidePrompt, socketPath != nil, !isShared {
      throw OptionError(Words.text("--listen needs --share: other fronts connect to the app of this prompt."))
    }
    if wireProtocol != .mcp, socketPath == nil, let option = assistant.name {
      throw OptionError(Words.text("\(option) needs \(place == .besidePrompt ? "--share" : "--protocol mcp")."))
    }
    if wireProtocol == .mcp, framing != .lines {
      throw OptionError(Words.text("--protocol mcp has lines alone: leave --framing out."))
    }
    if wireProtocol == .mcp, session.backend.asksClient {
      throw OptionError(Words.text("--backend client goes with --protocol screens: an assistant answers no services."))
    }
    if socketPath != nil, session.replay != nil || session.recording != nil && !isShared {
      throw OptionError(Words.text("--listen goes without --record and --replay: a recording has one session."))
    }
    if session.replay != nil, framing != .lines { throw .notReplayable }
  }

  /// What the process that listens decides is not for the one that connects the streams.
  private func checkAttached(_ session: SessionOptions) throws(OptionError) {
    guard attachedPath != nil else { return }
    var other = ServingOptions()
    other.attachedPath = attachedPath
    other.wireProtocol = wireProtocol
    guard self == other, session == session.none else {
      throw OptionError(
        Words.text("--attach goes with --protocol alone: the process that listens has all other options."))
    }
  }
}
