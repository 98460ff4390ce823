import Foundation
import Locking

/// The state that a server's threads share.
final class ServerState: Sendable {
  private struct Open {
    var isClosed = false
    var connections: Set<Socket> = []
    var requests: [HTTPRequest] = []
  }

  private let listener: Socket
  private let keepsRequests: Bool
  private let handler: LoopbackServer.Handler
  private let report: AsyncStream<LoopbackServer.Event>.Continuation
  private let open = LockedValue(Open())

  init(
    listener: Socket, keepsRequests: Bool, handler: @escaping LoopbackServer.Handler,
    report: AsyncStream<LoopbackServer.Event>.Continuation
  ) {
    self.listener = listener
    self.keepsRequests = keepsRequests
    self.handler = handler
    self.report = report
  }

  var requests: [HTTPRequest] { open.withLock { $0.requests } }

  func close() {
    open.withLock { open in
      guard !open.isClosed else { return }
      open.isClosed = true
      // NB: shut down under the lock of the list, whose descriptors are all open.
      listener.shutDown()
      for connection in open.connections { connection.shutDown() }
    }
  }

  /// Accepts connections on the listener's thread until the server is closed.
  func acceptConnections() {
    while let connection = listener.accepted() {
      let isTaken = open.withLock { open in
        guard !open.isClosed else { return false }
        open.connections.insert(connection)
        return true
      }
      guard isTaken else {
        connection.close()
        break
      }
      Thread.detachNewThread { self.serve(connection) }
    }
    open.withLock { $0.isClosed = true }
    listener.close()
    report.finish()
  }

  /// Serves a connection on its thread until either side closes it.
  private func serve(_ connection: Socket) {
    var reader = RequestReader(connection: connection)
    do throws(RequestReader.Failure) {
      while try answer(reader.next(), on: connection) {}
    } catch {
      if error == .malformed { _ = connection.sent(HTTPResponse(status: 400).head) }
    }
    open.withLock { _ = $0.connections.remove(connection) }
    connection.shutDown()
    connection.close()
  }

  /// Answers a request.
  ///
  /// - Returns: whether the connection can serve another request.
  private func answer(_ request: HTTPRequest, on connection: Socket) -> Bool {
    if keepsRequests { open.withLock { $0.requests.append(request) } }
    report.yield(.received(request))
    let outcome = perform(handler(request), on: connection)
    report.yield(outcome == .clientLeft ? .clientLeft(request) : .answered(request))
    return outcome == .complete
  }

  private enum Outcome {
    case complete, cutOff, clientLeft
  }

  private func perform(_ answer: Answer, on connection: Socket) -> Outcome {
    switch answer {
    case .response(let response):
      connection.sent(response.head + response.body) ? .complete : .clientLeft
    case .cutOff(let response, let count):
      connection.sent(response.head + response.body.prefix(count)) ? .cutOff : .clientLeft
    case .garbage(let bytes):
      connection.sent(bytes) ? .cutOff : .clientLeft
    case .hangUp:
      .cutOff
    case .endless(let response):
      sendWithoutEnd(response, on: connection)
    case .held(let gate, let then):
      gate.waited(with: connection) ? perform(then, on: connection) : .clientLeft
    case .streamed(let send):
      stream(send, on: connection)
    }
  }

  private func stream(_ send: (RawConnection) -> Void, on connection: Socket) -> Outcome {
    send(RawConnection(connection, number: 1) { _ in })
    return .cutOff
  }

  private func sendWithoutEnd(_ response: HTTPResponse, on connection: Socket) -> Outcome {
    guard connection.sent(response.headWithoutLength) else { return .clientLeft }
    while connection.sent(response.body) {}
    return .clientLeft
  }
}
