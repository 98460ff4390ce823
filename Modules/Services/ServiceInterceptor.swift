public import Streams

/// Sees every call of a backend's services, and may observe, change, delay or replace its answer.
///
/// ```swift
/// struct Retrying: ServiceInterceptor {
///   func intercept<Answer: Codable & Sendable>(
///     _ operation: ServiceOperation, _ call: AnyPublisher<Answer, ServiceError>
///   ) -> AnyPublisher<Answer, ServiceError> {
///     operation == .balance ? call.retry(2).eraseToAnyPublisher() : call
///   }
/// }
/// let backend = Backend.http(url).intercepted(by: Retrying())
/// ```
///
/// One method serves all services, those of other modules included, because answers and errors are `Codable`.
public protocol ServiceInterceptor: Sendable {
  /// Returns the publisher that takes the place of a call.
  ///
  /// - Parameters:
  ///   - operation: which method of which service is called.
  ///   - call: the call itself, which starts when it is subscribed to. An interceptor that does not subscribe to it
  ///     answers in its place.
  /// - Returns: a publisher of one answer, which starts its work at a subscription.
  func intercept<Answer: Codable & Sendable>(
    _ operation: ServiceOperation, _ call: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError>
}

/// The name of a method of a service, such as `balance`.
///
/// A service declares one for each of its methods:
///
/// ```swift
/// extension ServiceOperation {
///   static let weather = ServiceOperation("weather")
/// }
/// ```
public struct ServiceOperation: Hashable, Sendable, CustomStringConvertible {
  /// The name, which is stable: recordings and the option `--fail` use it.
  public let name: String

  /// An operation of a name that no other operation has.
  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }
}
