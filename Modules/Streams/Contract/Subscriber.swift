/// A type that receives values from a publisher.
///
/// Deliveries to one subscriber never overlap. A subscriber controls back-pressure by its demand, which it requests with
/// ``Subscription/request(_:)`` or returns from ``receive(_:)``.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the values.
  associatedtype Input
  /// The type of the failure; `Never` if there is none.
  associatedtype Failure: Error

  /// Receives the subscription, after which values may be requested.
  ///
  /// - Parameter subscription: The subscription. The subscriber keeps the first one and cancels a second one.
  func receive(subscription: any Subscription)

  /// Receives a value.
  ///
  /// - Parameter input: The value.
  /// - Returns: The *additional* demand.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Receives the completion, the last event.
  ///
  /// - Parameter completion: Whether the publisher finished or failed.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Receives an empty value.
  @inlinable public func receive() -> Subscribers.Demand { receive(()) }
}

/// A namespace for subscribers and related types.
public enum Subscribers {}

extension Subscribers {
  /// How a publisher completed.
  @frozen public enum Completion<Failure: Error> {
    /// The publisher finished normally.
    case finished
    /// The publisher failed.
    case failure(Failure)
  }
}

extension Subscribers.Completion {
  /// Maps a failure.
  @inlinable package func mapError<E: Error>(_ transform: (Failure) -> E) -> Subscribers.Completion<E> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Sendable {}

extension Subscribers.Completion: Encodable where Failure: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CompletionKey.self)
    switch self {
    case .finished: try container.encode(true, forKey: .success)
    case .failure(let error):
      try container.encode(false, forKey: .success)
      try container.encode(error, forKey: .error)
    }
  }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CompletionKey.self)
    self =
      try container.decode(Bool.self, forKey: .success)
      ? .finished : .failure(container.decode(Failure.self, forKey: .error))
  }
}

private enum CompletionKey: String, CodingKey { case success, error }
