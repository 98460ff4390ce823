extension Publisher {
  /// Joins each value of this publisher with those at the same place of two others.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// red.zip(green, blue)
  /// ```
  @inlinable public func zip<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.Zip3<Self, P, Q> where Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// Sends what a closure makes of the values at the same place of three publishers.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// red.zip(green, blue) { Color($0, $1, $2) }
  /// ```
  @_disfavoredOverload
  @inlinable public func zip<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q,
    _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
  where Failure == P.Failure, P.Failure == Q.Failure {
    zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }
}

extension Publishers {
  /// The values of three publishers, by their place.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C

    @inlinable public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, C.Failure == S.Failure {
      Joiner.join(QueueLane(a), QueueLane(b), QueueLane(c), of: Self.self, to: Port(subscriber))
    }
  }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip3: Sendable where A: Sendable, B: Sendable, C: Sendable {}
