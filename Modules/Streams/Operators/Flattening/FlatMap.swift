extension Publisher {
  /// Turns each value into a publisher, and sends what all of them have to say.
  ///
  /// - Demand: Downstream's goes to the inner publishers; this publisher is asked for `maxPublishers`, and for one more when an
  ///   inner one has finished.
  /// - Completion: When this publisher and all inner ones have finished. A failure ends it and cancels the others.
  /// - Cancellation: Cancels this publisher and the inner ones.
  ///
  /// ```swift
  /// $username.flatMap { name in service.isAvailable(name) }
  /// ```
  ///
  /// - Parameters:
  ///   - maxPublishers: How many inner publishers there may be at a time. With `.none` this publisher is asked for nothing.
  ///   - transform: What makes a publisher of a value.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where Failure == P.Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// Turns each value into a publisher that cannot fail, and sends what all of them have to say.
  ///
  /// - Demand, completion, failure, cancellation: The same as where both may fail.
  ///
  /// ```swift
  /// service.balance().flatMap { Just($0.amount) }
  /// ```
  @_disfavoredOverload
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Turns each value into a publisher that may fail, and sends what all of them have to say.
  ///
  /// - Demand, completion, failure, cancellation: The same as where both may fail.
  ///
  /// ```swift
  /// button.taps.flatMap { service.balance() }
  /// ```
  @_disfavoredOverload
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }
}

extension Publishers {
  /// What `flatMap(maxPublishers:_:)` returns.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let maxPublishers: Subscribers.Demand
    public let transform: (Upstream.Output) -> NewPublisher

    @inlinable public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Output == S.Input, Upstream.Failure == S.Failure {
      let flatten = FlattenSubscription(
        ErasedSubscriber<Output, Failure>(subscriber), of: Self.self, limit: maxPublishers, isStrict: true)
      let transform: (borrowing Upstream.Output) -> NewPublisher = transform
      flatten.subscribe(outer: upstream) { pointer in
        let inner = pointer.lend(to: transform)
        switch inner._scalar {
        case .value(let value): return withUnsafePointer(to: value) { flatten.take($0, from: nil) }
        case .finished: return flatten.oneMore
        case .failure, nil:
          flatten.subscribe(to: inner)
          return 0
        }
      }
    }
  }
}
