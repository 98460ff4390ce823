import Foundation
import Locking
import Streams
import StreamsExtras

/// Sends the requests of `HTTPBackend`.
///
/// While a request runs it has a connection of its own, so a slow or hostile server delays no other request. No method
/// waits for the network.
final class HTTPTransport: Sendable {
  private static let maximumIdleConnections = 8

  private let maximumBody: Int
  /// The connections that the next requests may reuse.
  private let idleConnections = LockedValue<[HTTPConnection]>([])

  init(maximumBody: Int) {
    self.maximumBody = maximumBody
  }

  /// Sends a request to a URL, once for each subscriber, and publishes the reply on a queue of the connection. Cancelling
  /// stops the transfer.
  func reply(to call: HTTPCall, at url: URL) -> AnyPublisher<HTTPReply, ServiceError> {
    .create { [self] input in
      let connection = idleConnections.withLock { $0.popLast() } ?? HTTPConnection()
      let exchange = Exchange(maximumBody: maximumBody) { [self] result, isReusable in
        if isReusable { recycle(connection) } else { connection.cancel() }
        switch result {
        case .success(let reply):
          input.send(reply)
          input.send(completion: .finished)
        case .failure(let error):
          input.send(completion: .failure(error))
        }
      }
      connection.start(exchange, call, url)
      return AnyCancellable { if exchange.cancel() { connection.cancel() } }
    }
  }

  private func recycle(_ connection: HTTPConnection) {
    connection.reset()
    idleConnections.withLock { connections in
      if connections.count < Self.maximumIdleConnections { connections.append(connection) }
    }
  }
}
