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

  /// Joins the newest value of this publisher with the newest of three others, at each value of any.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// red.combineLatest(green, blue, alpha)
  /// ```
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Sends what a closure makes of the newest values of four publishers, at each value of any.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// red.combineLatest(green, blue, alpha) { Color($0, $1, $2, $3) }
  /// ```
  @_disfavoredOverload
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
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
      CombineSubscription.join(LatestInput(a), LatestInput(b), of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }

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
      CombineSubscription.join(
        LatestInput(a), LatestInput(b), LatestInput(c), of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }

  /// The newest values of four publishers, at each value of any.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D

    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, D.Failure == S.Failure {
      CombineSubscription.join(
        LatestInput(a), LatestInput(b), LatestInput(c), LatestInput(d), of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest: Sendable where A: Sendable, B: Sendable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest3: Sendable where A: Sendable, B: Sendable, C: Sendable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.CombineLatest4: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
