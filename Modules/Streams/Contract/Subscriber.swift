/// A type that receives values from a publisher.
///
/// Deliveries to one subscriber never overlap. A subscriber paces its publisher by the demand it states, with
/// ``Subscription/request(_:)`` or as the result of ``receive(_:)``.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The kind of values this subscriber receives.
  associatedtype Input
  /// The kind of error this subscriber may receive; `Never` if it cannot.
  associatedtype Failure: Error

  /// Tells the subscriber that it is attached and may ask for values.
  ///
  /// - Parameter subscription: What to ask for values, and to cancel. A second one must be cancelled, the first kept.
  func receive(subscription: any Subscription)

  /// Hands the subscriber one value.
  ///
  /// - Parameter input: The value.
  /// - Returns: How many values the subscriber wants *in addition* to those it asked for before.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Tells the subscriber that nothing more will come.
  ///
  /// - Parameter completion: Whether the publisher finished or failed.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Hands the subscriber a value that says no more than that it happened.
  @inlinable public func receive() -> Subscribers.Demand { receive(()) }
}

/// The namespace of the types that subscribers are made of.
public enum Subscribers {}

extension Subscribers {
  /// How a publisher ended.
  @frozen public enum Completion<Failure: Error> {
    /// The publisher has said all it had to say.
    case finished
    /// The publisher stopped because of an error.
    case failure(Failure)
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
