extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Emits the elements of the latest of the publishers that this publisher emits.
  ///
  /// - Demand: Requests unlimited from the upstream. Outstanding demand is passed to the latest inner publisher.
  /// - Completion: Finishes when the upstream and the latest inner publisher have finished.
  /// - Failure: A failure of the upstream or of the latest inner publisher cancels the other.
  /// - Cancellation: Cancels the upstream and the latest inner publisher. A new inner publisher cancels the previous one
  ///   before it is subscribed to.
  ///
  /// ```swift
  /// $query.map { search($0) }.switchToLatest()
  /// ```
  ///
  /// - Returns: A publisher that emits the elements of the latest inner publisher.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Emits the elements of the latest of the publishers that this publisher emits, where they cannot fail.
  ///
  /// - Demand, completion, failure, cancellation: As where both publishers can fail.
  ///
  /// ```swift
  /// service.balance().map { Just($0.amount) }.switchToLatest()
  /// ```
  ///
  /// - Returns: A publisher that emits the elements of the latest inner publisher.
  @_disfavoredOverload @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publisher where Output: Publisher, Failure == Never {
  /// Emits the elements of the latest of the publishers that this publisher emits, where only they can fail.
  ///
  /// - Demand, completion, failure, cancellation: As where both publishers can fail.
  ///
  /// ```swift
  /// button.taps.map { service.balance() }.switchToLatest()
  /// ```
  ///
  /// - Returns: A publisher that emits the elements of the latest inner publisher.
  @_disfavoredOverload @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publishers {
  /// A publisher that emits the elements of the latest inner publisher.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure

    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let downstream = ErasedSubscriber<Output, Failure>(subscriber)
      guard let (inner, _) = downstream.raw.flattened(into: LatestInner.self) else {
        let latest = LatestSubscription(downstream, of: Self.self)
        return latest.subscribe(outer: upstream) {
          if latest.upstream.isOpen { latest.receive(outerValue: $0.input(as: P.self)) }
          return 0
        }
      }
      let latest = inner.latest
      latest.subscribe(flattened: upstream, as: inner) { latest.receive(outerValue: $0.input(as: P.self), of: inner) }
    }
  }
}

extension Publishers.SwitchToLatest: Sendable where Upstream: Sendable {}
