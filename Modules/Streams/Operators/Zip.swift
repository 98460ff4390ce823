extension Publisher {
  /// Pairs each value of this publisher with the one at the same place of another.
  ///
  /// - Demand: Goes to both. A value that waits for its partner is kept, without bound.
  /// - Completion: As soon as one has finished and nothing of it is waiting. A failure ends it and cancels the other.
  /// - Cancellation: Cancels both.
  ///
  /// ```swift
  /// ["Ada", "Grace"].publisher.zip((1...).publisher)  // ("Ada", 1), ("Grace", 2), …
  /// ```
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where Failure == P.Failure {
    Publishers.Zip(self, other)
  }

  /// Sends what a closure makes of each value of this publisher and the one at the same place of another.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// prices.zip(amounts) { $0 * $1 }
  /// ```
  @_disfavoredOverload
  @inlinable public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where Failure == P.Failure {
    zip(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// The values of two publishers, by their place.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B

    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where B.Failure == S.Failure, Output == S.Input {
      Joiner.join(QueueLane(a), QueueLane(b), of: Self.self, to: Port(subscriber))
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Zip: Sendable where A: Sendable, B: Sendable {}
