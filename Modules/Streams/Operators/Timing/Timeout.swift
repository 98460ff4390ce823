extension Publisher {
  /// Ends when it has waited too long for a value.
  ///
  /// The time runs from the subscription, and anew from each value.
  ///
  /// - Demand: Passed through.
  /// - Completion: Finishes when the time is over, unless there is an error for that. What comes from this publisher is
  ///   sent as jobs of the scheduler.
  /// - Failure: This publisher's, or the error for a time that is over.
  /// - Cancellation: This publisher is cancelled when the time is over.
  ///
  /// ```swift
  /// service.balance().timeout(10, scheduler: DispatchQueue.main, customError: { ServiceError.tooSlow })
  /// ```
  ///
  /// - Parameters:
  ///   - interval: How long to wait.
  ///   - scheduler: Whose time counts, and where values are delivered.
  ///   - options: The scheduler's options.
  ///   - customError: Makes the error to fail with; without it the publisher finishes.
  @inlinable public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  /// What ``Publisher/timeout(_:scheduler:options:customError:)`` returns.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: TimedPublisher {
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    public let customError: (() -> Upstream.Failure)?

    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Upstream.Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    @inlinable package var stage: Stages.Timeout<Upstream.Output, Context.SchedulerTimeType> {
      .init(interval: interval) { [customError] port in
        port.receive(completion: customError.map { Subscribers.Completion.failure($0()) } ?? .finished)
      }
    }
  }
}

extension Stages {
  /// Passes values on, and ends when one has not come in time.
  @usableFromInline package struct Timeout<Input, Time: Strideable>: TimedStage {
    @usableFromInline package let interval: Time.Stride
    @usableFromInline package let end: (RawSubscriber) -> Void

    @inlinable package init(interval: Time.Stride, end: @escaping (RawSubscriber) -> Void) {
      self.interval = interval
      self.end = end
    }

    @inlinable package var upstreamDemand: UpstreamDemand { .times(1) }

    @inlinable package func start(at now: () -> Time) -> TimedDecision<Time> {
      TimedDecision(deadline: now().advanced(by: interval))
    }

    @inlinable package func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time> {
      TimedDecision(value: value, deadline: now.advanced(by: interval))
    }

    @inlinable package func deadline(at now: Time) -> TimedDecision<Time> { TimedDecision(end: end) }
  }
}
