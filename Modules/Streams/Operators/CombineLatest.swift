extension Publisher {
  /// Pairs the newest value of this publisher with the newest of another, at each value of either.
  ///
  /// - Demand: Goes to both; a combination that finds none is made up for by the newest one at the next demand.
  /// - Completion: When both have finished. A failure of either ends it and cancels the other.
  /// - Cancellation: Cancels both.
  ///
  /// ```swift
  /// $password.combineLatest($passwordAgain).map { $0 == $1 }
  /// ```
  @inlinable public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where Failure == P.Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Sends what a closure makes of the newest values of this publisher and another, at each value of either.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// $password.combineLatest($passwordAgain) { $0 == $1 }
  /// ```
  @_disfavoredOverload
  @inlinable public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where Failure == P.Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// The newest values of two publishers, at each value of either.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B

    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where B.Failure == S.Failure, Output == S.Input {
      Joiner.join(LatestLane(a), LatestLane(b), of: Self.self, to: Port(subscriber))
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest: Sendable where A: Sendable, B: Sendable {}
