extension Publisher {
  /// Delivers values and the completion on a scheduler.
  ///
  /// - Demand, cancellation: Passed through; what has not been delivered at the cancellation is dropped.
  /// - Completion, failure: A job of its own, after the values'.
  ///
  /// ```swift
  /// answers.receive(on: DispatchQueue.main).sink { print($0) }
  /// ```
  @inlinable public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// What ``Publisher/receive(on:options:)`` returns.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: SameOutputPublisher, OperatorPublisher {
    public let upstream: Upstream
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

    @inlinable public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable package func makeSubscriber(for downstream: UpstreamSubscriber) -> UpstreamSubscriber {
      let (scheduler, options) = (scheduler, options)
      return ScheduledSubscription(
        downstream.raw, of: Self.self, recurring: { scheduler._recurring(options: options, $0) },
        schedule: { scheduler.schedule(options: options, $0) }
      ).makeSubscriber()
    }
  }
}
