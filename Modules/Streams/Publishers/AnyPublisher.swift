extension Publisher {
  /// Erases the type of this publisher.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// func names() -> AnyPublisher<String, Never> { people.map(\.name).eraseToAnyPublisher() }
  /// ```
  ///
  /// - Returns: A publisher of which only the output and failure types are known.
  @inlinable @inline(__always) public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher that hides the type of another one.
///
/// Subscribers are erased too, so erasing a pipeline many times does not slow it down or deepen the stack.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  // NB: a closure created where the publisher's type is known, so that the pipeline behind it stays specialised.
  @usableFromInline package let attach: (ErasedSubscriber<Output, Failure>) -> Void
  public let _scalar: _Scalar<Output, Failure>?

  /// Creates a publisher that hides the type of another one.
  @inlinable @inline(__always) public init<P: Publisher<Output, Failure>>(_ publisher: P) {
    if P.self == AnyPublisher<Output, Failure>.self {
      self = unsafeBitCast(publisher, to: AnyPublisher<Output, Failure>.self)
    } else {
      _scalar = publisher._scalar
      attach = { publisher.receive(subscriber: $0) }
    }
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    attach(makeSubscriber(to: subscriber))
  }

  // A separate function, which saves stack in unoptimised builds; see `OperatorPublisher`.
  @inlinable @inline(__always) package func makeSubscriber(
    to subscriber: some Subscriber<Output, Failure>
  ) -> ErasedSubscriber<Output, Failure> {
    ErasedSubscriber(subscriber)
  }

  public var description: String { "AnyPublisher" }
  public var playgroundDescription: Any { description }
}
