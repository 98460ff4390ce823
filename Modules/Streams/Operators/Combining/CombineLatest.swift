extension Publisher {
  /// Emits the latest elements of this publisher and another as a pair, at each element of either.
  ///
  /// The first pair is emitted when both publishers have emitted an element.
  ///
  /// - Demand: Passed to both publishers. A pair without demand is replaced by the latest one, which is emitted at the next
  ///   request.
  /// - Completion: Finishes when both publishers have finished.
  /// - Failure: A failure of either publisher cancels the other.
  /// - Cancellation: Cancels both publishers.
  ///
  /// ```swift
  /// $password.combineLatest($passwordAgain).map { $0 == $1 }
  /// ```
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher that emits pairs.
  @inlinable public func combineLatest<P>(_ other: P) -> Publishers.CombineLatest<Self, P> {
    Publishers.CombineLatest(self, other)
  }

  /// Transforms the latest elements of this publisher and another with a closure, at each element of either.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// $password.combineLatest($passwordAgain) { $0 == $1 }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - transform: A closure that takes the latest elements and returns the element to emit.
  /// - Returns: A publisher that emits the closure's results.
  @_disfavoredOverload @inlinable public func combineLatest<P, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Emits the latest elements of this publisher and two others as a tuple, at each element of any.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// $acceptedTerms.combineLatest($acceptedPrivacy, $name)
  /// ```
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  /// - Returns: A publisher that emits tuples.
  @inlinable public func combineLatest<P, Q>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q> {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Transforms the latest elements of this publisher and two others with a closure, at each element of any.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// $acceptedTerms.combineLatest($acceptedPrivacy, $name) { $0 && $1 && !$2.isEmpty }
  /// ```
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - transform: A closure that takes the latest elements and returns the element to emit.
  /// - Returns: A publisher that emits the closure's results.
  @_disfavoredOverload @inlinable public func combineLatest<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Emits the latest elements of this publisher and three others as a tuple, at each element of any.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// red.combineLatest(green, blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  /// - Returns: A publisher that emits tuples.
  @inlinable public func combineLatest<P, Q, R>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R> {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Transforms the latest elements of this publisher and three others with a closure, at each element of any.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/combineLatest(_:)``.
  ///
  /// ```swift
  /// red.combineLatest(green, blue, alpha) { Color($0, $1, $2, $3) }
  /// ```
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  ///   - transform: A closure that takes the latest elements and returns the element to emit.
  /// - Returns: A publisher that emits the closure's results.
  @_disfavoredOverload @inlinable public func combineLatest<P, Q, R, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T> {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// A publisher that emits the latest elements of two publishers.
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
      CombineSubscription.subscribe(LatestInput(a), LatestInput(b), of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }

  /// A publisher that emits the latest elements of three publishers.
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
      CombineSubscription.subscribe(
        LatestInput(a), LatestInput(b), LatestInput(c), of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }

  /// A publisher that emits the latest elements of four publishers.
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
      CombineSubscription.subscribe(
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
