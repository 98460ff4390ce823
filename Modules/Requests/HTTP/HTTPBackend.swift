public import Dispatch
public import Foundation
public import Streams
public import StreamsExtras

/// A backend that is a server: it answers each operation by a request on the operation's route.
///
/// ```swift
/// let backend = HTTPBackend(url, routes: [HTTPRoute(.weather, "/cities/{name}/weather")])
/// ```
///
/// A request starts at a subscription and ends with it: cancelling stops the transfer. No caller waits for the network,
/// and a slow or hostile server delays no other request. Redirections to another host, and those that would change or
/// lose the request, are refused. A body longer than `maximumBody` is not read. Nothing is cached or stored. An answer
/// that does not fit its request is `ServiceError.decoding`. A server may write a decimal number as a JSON number, and a
/// date as `2026-11-21 15:04:05 +0100`.
public struct HTTPBackend: Backend {
  /// The longest body that is read, in bytes.
  public static let maximumBody = 1 << 20

  /// The queue that measures time limits and delivers answers unless another scheduler is given. It is concurrent, so that
  /// a subscriber that blocks delays no other answer.
  public static let queue = DispatchQueue(label: "tributary.http", attributes: .concurrent)

  public let changes: ServiceChanges

  private let baseURL: URL
  private let routes: [String: HTTPRoute]
  private let base: (any Backend)?
  private let timeout: Int
  private let scheduler: AnySchedulerOf<DispatchQueue>
  private let transport = HTTPTransport(maximumBody: Self.maximumBody)

  /// The backend at a URL.
  ///
  /// - Parameters:
  ///   - baseURL: where the routes' paths begin.
  ///   - routes: the routes, one for each operation. Two of one name stop the program.
  ///   - timeout: how long a request may take in all, in milliseconds.
  ///   - scheduler: measures the time limit, and delivers the answers.
  ///   - base: answers the operations without a route.
  public init(
    _ baseURL: URL, routes: [HTTPRoute], timeout: Int = 30_000,
    scheduler: AnySchedulerOf<DispatchQueue> = HTTPBackend.queue.eraseToAnyScheduler(),
    otherwise base: (any Backend)? = nil
  ) {
    self.baseURL = baseURL.withLowercasedScheme
    self.routes = Dictionary(routes.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two routes are for operations with the name \"\(first.name)\".")
    }
    self.timeout = timeout
    self.scheduler = scheduler
    self.base = base
    changes = base?.changes ?? ServiceChanges()
  }

  public func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    guard let route = routes[operation.name] else {
      return base?.answer(operation, input) ?? Fail(error: .noSuchOperation(operation.name)).eraseToAnyPublisher()
    }
    guard let route = route.typed as? TypedRoute<Input, Answer> else {
      preconditionFailure("Two operations of different types have the name \"\(operation.name)\".")
    }
    guard let call = route.call(input), let url = call.url(below: baseURL) else {
      return Fail(error: .transport(code: NSURLErrorBadURL)).eraseToAnyPublisher()
    }
    return transport.reply(to: call, at: url)
      .timeout(.milliseconds(timeout), scheduler: scheduler, customError: { .timeout })
      .flatMap { reply in Result { () throws(ServiceError) in try route.answer(input, reply) }.publisher }
      .eraseToAnyPublisher()
  }
}

extension URL {
  // Schemes are case-insensitive (RFC 3986, section 3.1), but Foundation on Linux accepts lowercase only.
  fileprivate var withLowercasedScheme: URL {
    guard let scheme, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    components.scheme = scheme.lowercased()
    return components.url ?? self
  }
}
