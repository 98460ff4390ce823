extension Publisher {
  /// Delivers elements and the completion on a scheduler.
  ///
  /// - Demand: Passed through.
  /// - Completion, failure: Runs as a job of the scheduler, after the elements.
  /// - Cancellation: Passed through at once. Drops the elements that wait.
  ///
  /// ```swift
  /// answers.receive(on: DispatchQueue.main).sink { print($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that delivers.
  ///   - options: Options of the scheduler.
  /// - Returns: A publisher that emits the upstream's elements on the scheduler.
  @inlinable public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that delivers elements and the completion on a scheduler.
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
        downstream.raw, of: Self.self, recurring: { scheduler.recurring(options: options, $0) },
        scheduleNow: { scheduler.schedule(options: options, $0) }
      ).makeSubscriber()
    }
  }
}
