/// A port of 127.0.0.1 that refuses connections, and that no other socket gets meanwhile.
public final class ClosedPort: Sendable {
  public let number: UInt16
  private let socket: Socket

  public init() throws(SocketError) { (socket, number) = try Socket.bound(to: 0) }

  public var url: String { "http://127.0.0.1:\(number)" }

  deinit { socket.close() }
}
