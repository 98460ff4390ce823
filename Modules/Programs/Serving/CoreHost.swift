import Dispatch
import Foundation
import JSONRPC
import MCP
import ScreenServer
import Screens
import StandardIO
public import Transports
import Words

/// A process that serves its app, as the options say: over the standard streams, to the connections of a Unix socket, or both.
///
/// The owner's front is the prompt or what speaks over the standard streams: when it ends, the process does. Where the standard
/// input is the null device or was closed at the start there is none, and a signal ends the process.
@preconcurrency @MainActor public final class CoreHost {
  private let front: Front
  private let options: ServingOptions
  private let session: FrontSession
  private let log: Writer?
  /// What each connection's server makes of the app's description.
  private let documents = ServedDocuments()
  /// The socket beside a prompt.
  private var sockets: SocketTransport?

  /// How long the process waits at the end for the reader of the log.
  private static let logTimeout = Duration.milliseconds(50)

  /// A process that serves the app of a session.
  public init(_ front: Front, _ options: ServingOptions, _ session: FrontSession) {
    self.front = front
    self.options = options
    self.session = session
    log = options.logs ? SessionLog.standardError(front.name) : nil
  }

  /// Whether an owner's front can be at the standard streams.
  public static var hasOwner: Bool { !Descriptor.hasNoStandardInput }

  /// Serves until the process ends. Call it on the main thread.
  ///
  /// - Parameter transport: the standard streams.
  /// - Throws: an `OptionError` if the socket cannot be made, or no process listens at the one to connect to.
  public func run(over transport: StdioTransport) throws(OptionError) -> Never {
    if let path = options.attachedPath {
      let connection: SocketConnection
      do throws(SocketFailure) {
        connection = try SocketConnection(connectingTo: path)
      } catch {
        throw OptionError(Words.text("--attach: \(LocalizedText(english: error.message))"))
      }
      transport.pipe(to: connection, firstLine: "{\"protocol\":\"\(options.wireProtocol.rawValue)\"}")
    }
    guard let sockets = try makeSockets() else { serve(transport) }
    guard options.isShared, Self.hasOwner else {
      sockets.onExit = { [self] in end() }
      sockets.run(turn: turn, makeClient)
    }
    sockets.start(turn: turn, endsProcess: false, makeClient)
    transport.beforeExit = { sockets.stop(then: $0) }
    serve(transport)
  }

  /// Serves the connections of the socket, if there is one, beside a prompt of this process. A signal ends the process.
  ///
  /// - Throws: an `OptionError` if the socket cannot be made.
  public func listen() throws(OptionError) {
    guard let sockets = try makeSockets() else { return }
    self.sockets = sockets
    sockets.onExit = { [self] in end() }
    sockets.start(turn: turn, makeClient)
  }

  /// Ends the connections that ``listen()`` serves, if there are any. Call it when the prompt has ended.
  public func endConnections() async { await sockets?.end() }

  /// Serves the connections of the socket alone, until a signal ends the process.
  ///
  /// - Parameter started: runs once the socket accepts connections.
  /// - Throws: an `OptionError` if the socket cannot be made, and what `started` throws.
  public func serve(
    _ started: @MainActor () async throws(OptionError) -> Void = { () throws(OptionError) in }
  ) async throws(OptionError) -> Never {
    try listen()
    try await started()
    while true { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
  }

  private func makeSockets() throws(OptionError) -> SocketTransport? {
    guard let path = options.socketPath else { return nil }
    do throws(SocketFailure) {
      let protocols = ServingOptions.WireProtocol.allCases.map(\.rawValue)
      guard path != ServingOptions.passedSocket else {
        return try SocketTransport(
          name: front.name, passedIn: ProcessInfo.processInfo.environment, protocols: protocols)
      }
      return try SocketTransport(name: front.name, path: path, protocols: protocols)
    } catch {
      throw OptionError(Words.text("--listen: \(LocalizedText(english: error.message))"))
    }
  }

  private func serve(_ transport: StdioTransport) -> Never {
    let services = clientServices(isAsked: session.asksClient)
    // The app asks the services of its owner, whichever front comes first.
    if options.isShared { _ = session.app(asking: services) }
    let client = makeClient(
      transport.output, options.wireProtocol, services, openFile: Front.openFile(_:mediaType:wish:)
    ) {
      [session] in
      session.app(asking: services)
    }
    transport.onExit = { [self] ending in
      // A recording whose replies are lost is cut off.
      let isRecorded = end(isCutOff: ending == nil)
      withExtendedLifetime(client) {}
      return isRecorded
    }
    transport.run(client.session, turn: session.turn)
  }

  private func clientServices(isAsked: Bool) -> ClientServices {
    let app = front.app
    return ClientServices(app.services, isAsked: isAsked)
  }

  private func end(isCutOff: Bool = false) -> Bool {
    let isRecorded = session.end(isCutOff: isCutOff)
    _ = log?.drain(atMost: Self.logTimeout)
    return isRecorded
  }

  /// What happens to a shared app is one turn of its recording.
  private var turn: SocketTransport.Turn {
    guard options.isShared else { return { $0() } }
    return { [session] body in session.turn(body) }
  }

  private func makeClient(_ output: any Output, _ protocolName: String?) -> SocketTransport.Client {
    let wireProtocol = protocolName.flatMap(ServingOptions.WireProtocol.init) ?? options.wireProtocol
    // Of a shared app only the owner's front answers services.
    let services = clientServices(isAsked: session.asksClient && !options.isShared)
    return makeClient(output, wireProtocol, services, mayLocalize: !options.isShared) { [session, options] in
      guard options.isShared else { return session.makeApp(asking: services) }
      session.app.limits.absence = options.awayLimit
      return session.app
    }
  }

  private func makeClient(
    _ output: any Output, _ wireProtocol: ServingOptions.WireProtocol, _ services: ClientServices,
    mayLocalize: Bool = true, openFile: FileOpener? = nil, _ makeApp: @escaping @MainActor () -> AppCore
  ) -> SocketTransport.Client {
    let client: SocketTransport.Client
    switch wireProtocol {
    case .screens:
      let server = ScreenServer(
        output: output, framing: options.framing, name: front.name, version: front.version, services: services,
        mayLocalize: mayLocalize, openFile: openFile, makeApp)
      server.documents = documents
      client = SocketTransport.Client(server.session, keeping: server) { [turn] in turn { server.detach() } }
    case .mcp:
      let server = options.assistant.serve(front, session, output, makeApp)
      client = SocketTransport.Client(server.session, keeping: server) { [turn] in turn { server.detach() } }
    }
    if let log {
      let log = SessionLog(name: front.name, write: log.send)
      client.session.onUnreadable = { log.refused($0, size: $1) }
      client.session.onMessage = { log.began($0) }
      client.session.onResponse = { log.received($0) }
    }
    return client
  }
}
