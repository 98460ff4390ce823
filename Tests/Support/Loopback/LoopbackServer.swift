import Foundation

/// A real HTTP/1.1 server on 127.0.0.1 that does what a test tells it, bad days included.
///
///     let server = try LoopbackServer { request in
///       request.target == "/balance" ? .response(.json(#"{"…"}"#)) : .hangUp
///     }
///     defer { server.close() }
///     // … talk to server.url …
///
/// Each connection has a thread of its own, so a handler may take its time. What happens is told in `events`.
public final class LoopbackServer: Sendable {
  /// Decides what happens to a request; called on the connection's thread.
  public typealias Handler = @Sendable (HTTPRequest) -> Answer

  /// Something that happened at the server.
  public enum Event: Equatable, Sendable {
    /// A request has arrived, before its handler is asked.
    case received(HTTPRequest)
    /// The answer went out, complete or cut off as it was meant.
    case answered(HTTPRequest)
    /// The client left before the answer was out.
    case clientLeft(HTTPRequest)
  }

  /// The port that the server listens on.
  public let port: UInt16
  /// What happens, in order and without loss; to be read by one reader.
  public let events: AsyncStream<Event>

  private let state: ServerState

  /// Listens, on any free port unless one is asked for, and answers until `close()` or the end of this object.
  ///
  /// - Parameter keepsRequests: Whether `requests` is written; a server that runs for long had better not.
  public init(port: UInt16 = 0, keepsRequests: Bool = true, handler: @escaping Handler) throws(SocketError) {
    let (listener, port) = try Socket.listening(port: port)
    let (events, report) = AsyncStream.makeStream(of: Event.self)
    self.port = port
    self.events = events
    let state = ServerState(listener: listener, keepsRequests: keepsRequests, handler: handler, report: report)
    self.state = state
    // NB: the threads know the state and not this object, so forgetting the server closes it.
    Thread.detachNewThread { state.acceptConnections() }
  }

  deinit {
    close()
  }

  /// Where the server is, without a slash at the end: `http://127.0.0.1:PORT`.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// Every request so far, in the order of arrival.
  public var requests: [HTTPRequest] { state.requests }

  /// Stops listening and breaks every open connection. Closing twice is closing once.
  public func close() {
    state.close()
  }
}
