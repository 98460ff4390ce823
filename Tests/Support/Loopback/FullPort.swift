/// A port of 127.0.0.1 whose listener accepts nobody and has a full queue: who connects waits.
public final class FullPort: Sendable {
  private let number: UInt16
  private let sockets: [Socket]

  public init() throws(SocketError) {
    let (listener, number) = try Socket.listening(port: 0, backlog: 0)
    self.number = number
    // NB: a queue of 0 has room for one.
    sockets = [listener, try Socket.connected(to: number)]
  }

  public var url: String { "http://127.0.0.1:\(number)" }

  deinit { for socket in sockets { socket.close() } }
}
