extension Publisher {
  /// Joins the newest value of this publisher with the newest of two others, at each value of any.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// $acceptedTerms.combineLatest($acceptedPrivacy, $name)
  /// ```
  @inlinable public func combineLatest<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q> where Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Sends what a closure makes of the newest values of three publishers, at each value of any.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// $acceptedTerms.combineLatest($acceptedPrivacy, $name) { $0 && $1 && !$2.isEmpty }
  /// ```
  @_disfavoredOverload
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q,
    _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where Failure == P.Failure, P.Failure == Q.Failure {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }
}

extension Publishers {
  /// The newest values of three publishers, at each value of any.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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
      Joiner.join(LatestLane(a), LatestLane(b), LatestLane(c), of: Self.self, to: Port(subscriber))
    }
  }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest3: Sendable where A: Sendable, B: Sendable, C: Sendable {}
