import Foundation
import Locking

/// A TCP server on loopback whose connections are served by a function that decides about each byte.
///
///     let server = try RawServer { connection in
///       _ = connection.request()
///       connection.send("HTTP/1.1 200 OK\r\nConte")
///     }
///     defer { server.close() }
///
/// Each connection has its own thread, and ends when the function returns.
public final class RawServer: Sendable {
  private struct State {
    var isClosed = false
    var open: Set<Socket> = []
    var connectionCount = 0
    var requests: [HTTPRequest] = []
  }

  /// The port on which the server listens.
  public let port: UInt16

  private let isIPv6: Bool
  private let listener: Socket
  private let state = LockedValue(State())

  /// Listens on a free port of 127.0.0.1, or of [::1].
  public init(
    isIPv6: Bool = false, serve: @escaping @Sendable (RawConnection) -> Void
  ) throws(SocketError) {
    let (listener, port) = try Socket.listening(port: 0, isIPv6: isIPv6)
    self.listener = listener
    self.port = port
    self.isIPv6 = isIPv6
    Thread.detachNewThread { [self] in
      while let socket = listener.accepted() { accept(socket, serve) }
      listener.close()
    }
  }

  /// The server's URL, without a trailing slash.
  public var url: String { "http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)" }

  /// How many connections there were.
  public var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// The requests that were read, in the order of arrival.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Stops listening and breaks all connections.
  public func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      listener.shutDown()
      for socket in state.open { socket.shutDown() }
    }
  }

  private func accept(_ socket: Socket, _ serve: @escaping @Sendable (RawConnection) -> Void) {
    let number = state.withLock { state in
      state.connectionCount += 1
      if state.isClosed { socket.shutDown() } else { state.open.insert(socket) }
      return state.connectionCount
    }
    Thread.detachNewThread { [self] in
      let connection = RawConnection(socket, number: number) { [self] request in
        state.withLock { $0.requests.append(request) }
      }
      serve(connection)
      state.withLock { _ = $0.open.remove(socket) }
      socket.close()
    }
  }
}

/// A connection of a `RawServer`, used by its thread.
public final class RawConnection {
  /// The number of the connection, counted from 1.
  public let number: Int

  private let socket: Socket
  private var reader: RequestReader
  private let record: (HTTPRequest) -> Void

  init(_ socket: Socket, number: Int, record: @escaping (HTTPRequest) -> Void) {
    self.socket = socket
    self.number = number
    self.record = record
    reader = RequestReader(connection: socket)
    socket.sendWithoutDelay()
  }

  /// Waits for the next complete request; `nil` after the client has closed the connection, or sent something else.
  public func request() -> HTTPRequest? {
    guard let request = try? reader.next() else { return nil }
    record(request)
    return request
  }

  /// Waits for any bytes; `nil` after the client has closed the connection.
  public func bytes() -> [UInt8]? { socket.received() }

  /// Sends bytes at once.
  ///
  /// - Returns: whether the client is still there.
  @discardableResult public func send(_ bytes: some Collection<UInt8>) -> Bool { socket.sent(bytes) }

  /// Sends a text at once.
  @discardableResult public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Makes the end of the connection a reset in place of a regular close.
  public func resetAtEnd() { socket.resetOnClose() }

  /// Waits until the client closes its side. What it sends meanwhile is dropped.
  public func waitForEnd() { while socket.received() != nil {} }

  /// Waits until a gate opens.
  ///
  /// - Returns: `false` if the client has closed the connection or sent bytes before.
  @discardableResult public func wait(for gate: Gate) -> Bool { gate.waited(with: socket) }

  /// Waits until a gate opens, at most for a number of seconds.
  ///
  /// - Returns: `false` if the client has closed the connection or sent bytes before; `nil` if the time has passed.
  public func wait(for gate: Gate, seconds: Int32) -> Bool? { gate.waited(with: socket, milliseconds: 1_000 * seconds) }

  /// Sends a whole reply.
  public func send(_ response: HTTPResponse) { send(response.head + response.body) }

  /// Sends the head of a reply whose body ends with the connection.
  ///
  /// - Returns: whether the client is still there.
  public func sendHead(of response: HTTPResponse) -> Bool { send(response.headWithoutLength) }
}
