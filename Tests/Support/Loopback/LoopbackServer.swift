import Foundation

/// An HTTP/1.1 server on 127.0.0.1 for tests, which answers, breaks connections, floods and hangs on demand.
///
///     let server = try LoopbackServer { request in
///       request.target == "/balance" ? .response(.json(#"{"…"}"#)) : .hangUp
///     }
///     defer { server.close() }
///     // … talk to server.url …
///
/// Each connection has its own thread, so a handler may block. `events` reports what happens.
public final class LoopbackServer: Sendable {
  /// Returns the answer to a request. It is called on the connection's thread.
  public typealias Handler = @Sendable (HTTPRequest) -> Answer

  /// What happens at the server.
  public enum Event: Equatable, Sendable {
    /// A request has arrived, and its handler is about to be called.
    case received(HTTPRequest)
    /// The answer was sent, or cut off as intended.
    case answered(HTTPRequest)
    /// The client disconnected before the answer was sent.
    case clientLeft(HTTPRequest)
  }

  /// The port on which the server listens.
  public let port: UInt16
  /// All events in order, for one reader.
  public let events: AsyncStream<Event>

  private let state: ServerState

  /// Listens on a port, and answers until `close()` or deinitialisation.
  ///
  /// - Parameters:
  ///   - port: the port; 0 for any free one.
  ///   - keepsRequests: whether `requests` is recorded; `false` for a server that runs for long.
  ///   - handler: decides the answer to each request.
  /// - Throws: a `SocketError`, for example if the port is in use.
  public init(port: UInt16 = 0, keepsRequests: Bool = true, handler: @escaping Handler) throws(SocketError) {
    let (listener, port) = try Socket.listening(port: port)
    let (events, report) = AsyncStream.makeStream(of: Event.self)
    self.port = port
    self.events = events
    let state = ServerState(listener: listener, keepsRequests: keepsRequests, handler: handler, report: report)
    self.state = state
    // NB: the threads retain the state and not this object, so releasing the server closes it.
    Thread.detachNewThread { state.acceptConnections() }
  }

  deinit {
    close()
  }

  /// The server's URL, without a trailing slash: `http://127.0.0.1:PORT`.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// All requests until now, in the order of arrival.
  public var requests: [HTTPRequest] { state.requests }

  /// Stops listening and breaks all connections. Further calls have no effect.
  public func close() {
    state.close()
  }
}
