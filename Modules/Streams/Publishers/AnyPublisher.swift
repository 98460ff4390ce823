extension Publisher {
  /// Hides the type of this publisher.
  ///
  /// ```swift
  /// func names() -> AnyPublisher<String, Never> { people.map(\.name).eraseToAnyPublisher() }
  /// ```
  @inlinable @inline(__always)
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher of which only the output and the failure are known.
///
/// It erases its subscribers too, so pipelines may be erased as often as one likes.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  // NB: a closure made where the publisher's type is known, so that the pipeline behind it stays specialised.
  @usableFromInline package let attach: (ErasedSubscriber<Output, Failure>) -> Void
  public let _scalar: _Scalar<Output, Failure>?

  /// Hides the type of a publisher.
  @inlinable @inline(__always)
  public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {
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

  // NB: a call of its own, for an unoptimised build's stack; see `OperatorPublisher`.
  @inlinable @inline(__always)
  package func makeSubscriber<S: Subscriber>(to subscriber: S) -> ErasedSubscriber<Output, Failure>
  where Output == S.Input, Failure == S.Failure {
    ErasedSubscriber(subscriber)
  }

  public var description: String { "AnyPublisher" }
  public var playgroundDescription: Any { description }
}
