/// A connection of the test's own to a server on 127.0.0.1.
public final class ClientSocket: Sendable {
  private let socket: Socket

  /// Connects to a port.
  public init(port: UInt16) throws(SocketError) {
    socket = try Socket.connected(to: port)
  }

  /// Sends a text.
  ///
  /// - Returns: whether the server is still there.
  public func send(_ text: String) -> Bool { socket.sent(Array(text.utf8)) }

  /// Waits for bytes, and returns them as text; `nil` after the server has closed the connection.
  public func received() -> String? { socket.received().map { String(decoding: $0, as: UTF8.self) } }

  /// Closes the connection.
  public func close() { socket.close() }
}
