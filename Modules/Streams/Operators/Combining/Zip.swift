extension Publisher {
  /// Emits the elements of this publisher and another in pairs, in order.
  ///
  /// - Demand: Passed to both publishers, to this one first. An element waits for its partner in a queue without bound, so an endless publisher
  ///   that sends at once is the last one.
  /// - Completion: Finishes when a publisher has finished and none of its elements is waiting.
  /// - Failure: A failure of either publisher cancels the other.
  /// - Cancellation: Cancels both publishers.
  ///
  /// ```swift
  /// ["Ada", "Grace"].publisher.zip((1...).publisher)  // ("Ada", 1), ("Grace", 2), …
  /// ```
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher that emits pairs.
  @inlinable public func zip<P>(_ other: P) -> Publishers.Zip<Self, P> {
    Publishers.Zip(self, other)
  }

  /// Transforms the elements of this publisher and another in pairs, in order, with a closure.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// prices.zip(amounts) { $0 * $1 }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - transform: A closure that takes an element of each publisher and returns the element to emit.
  /// - Returns: A publisher that emits the closure's results.
  @_disfavoredOverload @inlinable public func zip<P, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T> {
    zip(other).map { transform($0.0, $0.1) }
  }

  /// Emits the elements of this publisher and two others in tuples, in order.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// red.zip(green, blue)
  /// ```
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  /// - Returns: A publisher that emits tuples.
  @inlinable public func zip<P, Q>(_ publisher1: P, _ publisher2: Q) -> Publishers.Zip3<Self, P, Q> {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// Transforms the elements of this publisher and two others in tuples, in order, with a closure.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// red.zip(green, blue) { Color($0, $1, $2) }
  /// ```
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - transform: A closure that takes an element of each publisher and returns the element to emit.
  /// - Returns: A publisher that emits the closure's results.
  @_disfavoredOverload @inlinable public func zip<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> {
    zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Emits the elements of this publisher and three others in tuples, in order.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// red.zip(green, blue, alpha)
  /// ```
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  /// - Returns: A publisher that emits tuples.
  @inlinable public func zip<P, Q, R>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R> {
    Publishers.Zip4(self, publisher1, publisher2, publisher3)
  }

  /// Transforms the elements of this publisher and three others in tuples, in order, with a closure.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/zip(_:)``.
  ///
  /// ```swift
  /// red.zip(green, blue, alpha) { Color($0, $1, $2, $3) }
  /// ```
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  ///   - transform: A closure that takes an element of each publisher and returns the element to emit.
  /// - Returns: A publisher that emits the closure's results.
  @_disfavoredOverload @inlinable public func zip<P, Q, R, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T> {
    zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// A publisher that emits the elements of two publishers in pairs.
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
      CombineSubscription.subscribe(QueueInput(a), QueueInput(b), of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }

  /// A publisher that emits the elements of three publishers in tuples.
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
      CombineSubscription.subscribe(
        QueueInput(a), QueueInput(b), QueueInput(c), of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }

  /// A publisher that emits the elements of four publishers in tuples.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
        QueueInput(a), QueueInput(b), QueueInput(c), QueueInput(d), of: Self.self, to: ErasedSubscriber(subscriber))
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Zip: Sendable where A: Sendable, B: Sendable {}
extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip3: Sendable where A: Sendable, B: Sendable, C: Sendable {}
extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Zip4: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
