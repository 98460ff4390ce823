public import Streams

extension Publisher {
  /// Emits the latest element when another publisher emits, unless it has been emitted before.
  ///
  ///     upstream:  -1-2-----3-|
  ///     trigger:   ----x--x--x-
  ///     sample:    ----2-----3|
  ///
  /// - Demand: Passed to the trigger, which is asked for another element for each one that finds no new element. Requests unlimited
  ///   from the upstream.
  /// - Completion: Finishes when the upstream or the trigger does. An element that has not been emitted is dropped.
  /// - Failure: A failure of either publisher cancels the other.
  /// - Cancellation: Cancels both publishers.
  ///
  /// ```swift
  /// service.balance().sample(button.taps.setFailureType(to: ServiceError.self))
  /// ```
  ///
  /// - Parameter trigger: The publisher whose elements cause one. The upstream is subscribed to first.
  /// - Returns: A publisher that emits some of the elements.
  @_disfavoredOverload
  @inlinable public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Self, P> where P.Failure == Failure {
    Publishers.Sample(upstream: self, trigger: trigger)
  }
}

extension Publishers {
  /// A publisher that emits the latest element when another publisher emits.
  public struct Sample<Upstream: Publisher, Trigger: Publisher>: SameOutputPublisher
  where Upstream.Failure == Trigger.Failure {
    public let upstream: Upstream
    public let trigger: Trigger

    @inlinable public init(upstream: Upstream, trigger: Trigger) {
      self.upstream = upstream
      self.trigger = trigger
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let subscription = SideInputSubscription(
        ErasedSubscriber<Upstream.Output, Upstream.Failure>(subscriber), of: Self.self)
      var latest: Upstream.Output?
      subscription.subscribe(
        other: upstream, .unlimited, value: { latest = $0 }, completion: { subscription.end(with: $0) })
      subscription.subscribe(to: trigger) { _ in latest.take().map { .emit($0) } ?? .drop }
    }
  }
}

extension Publishers.Sample: Equatable where Upstream: Equatable, Trigger: Equatable {}
extension Publishers.Sample: Sendable where Upstream: Sendable, Trigger: Sendable {}
