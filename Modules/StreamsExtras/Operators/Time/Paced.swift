public import Streams

extension Publisher {
  /// Delivers elements on a scheduler, one after the other: the next one is requested when the delivery of the last has returned.
  ///
  /// So what a subscriber has not handled waits where the upstream keeps it, although `sink` and `assign` request everything.
  /// `receive(on:)` passes their request on, and what they have not handled waits on the scheduler, without bound.
  ///
  /// - Demand: Requests one element at a time, while downstream has demand. An element that was not requested waits.
  /// - Completion, failure: On the scheduler, after the elements.
  /// - Cancellation: Cancels upstream. An element whose job has not run yet is dropped.
  ///
  /// ```swift
  /// let cancellable = (1...1_000_000).publisher.paced(on: DispatchQueue.main).sink { show($0) }
  /// ```
  ///
  /// - Parameter scheduler: Where elements are delivered. One job delivers several that wait, but not so many that others of the
  ///   scheduler would have to wait for long. An immediate scheduler delivers in the same call.
  /// - Returns: A publisher that emits the elements on the scheduler.
  @_disfavoredOverload
  @inlinable public func paced<Context: Scheduler>(on scheduler: Context) -> Publishers.Paced<Self, Context> {
    Publishers.Paced(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that delivers elements on a scheduler, and requests the next one when the last is handled.
  public struct Paced<Upstream: Publisher, Context: Scheduler>: SameOutputPublisher {
    public let upstream: Upstream
    public let scheduler: Context

    @inlinable public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      SerialDelivery(
        UnboundedQueue(requesting: .oneAtATime), to: subscriber, on: { [scheduler] in scheduler.schedule($0) },
        named: "Paced"
      )
      .start(upstream)
    }
  }
}

extension Publishers.Paced: Sendable where Upstream: Sendable, Context: Sendable {}
