import Foundation
import Locking
import Models

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Runs the requests of `HTTPServices`.
///
/// A request has a connection to itself while it runs, so a server that is slow or hostile delays no other request.
/// No method waits for the network.
final class HTTPTransport: Sendable {
  private let maximumBody: Int
  private let idleConnections = IdleConnections()

  init(maximumBody: Int) {
    self.maximumBody = maximumBody
  }

  /// Starts a request. `finish` is called at most once, with the answer or the error, on a queue of the transport.
  ///
  /// - Returns: what ends the request. It must be called once, after `finish` as well.
  func start<Value>(
    _ call: HTTPCall<Value>, at url: URL, finish: @escaping Exchange.Finish
  ) -> @Sendable () -> Void {
    let connection = idleConnections.take() ?? HTTPConnection()
    let exchange = Exchange(maximumBody: maximumBody, finish)
    connection.start(exchange) { URLRequest(call, url) }
    return { [idleConnections] in
      if exchange.end() == .answered {
        connection.reset()
        idleConnections.add(connection)
      } else {
        connection.cancel()
      }
    }
  }
}

/// The connections that the next requests may reuse.
private final class IdleConnections: Sendable {
  private static let maximum = 8
  private let connections = LockedValue<[HTTPConnection]>([])

  func take() -> HTTPConnection? {
    connections.withLock { $0.popLast() }
  }

  func add(_ connection: HTTPConnection) {
    connections.withLock { connections in
      if connections.count < Self.maximum { connections.append(connection) }
    }
  }
}

extension URLRequest {
  fileprivate init<Value>(_ call: HTTPCall<Value>, _ url: URL) {
    self.init(url: url)
    httpMethod = call.method
    setValue("application/json, application/problem+json", forHTTPHeaderField: "Accept")
    // NB: half a megabyte of gzip can inflate to half a gigabyte.
    setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for (name, value) in call.headers { setValue(value, forHTTPHeaderField: name) }
    if let body = call.body {
      setValue("application/json", forHTTPHeaderField: "Content-Type")
      httpBody = body()
    }
  }
}
