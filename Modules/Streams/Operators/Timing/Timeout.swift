extension Publisher {
  /// Finishes or fails when no element arrives within a time.
  ///
  /// The time starts at the subscription and starts again at each element. On an ``ImmediateScheduler`` it is up at once.
  ///
  /// - Demand: Passed through.
  /// - Completion: Finishes when the time is up and there is no `customError`. Runs as a job of the scheduler, as the
  ///   upstream's elements and completion do.
  /// - Failure: Fails with `customError` when the time is up, or with the upstream's failure.
  /// - Cancellation: Passed through. The upstream is also cancelled when the time is up.
  ///
  /// ```swift
  /// service.balance().timeout(10, scheduler: DispatchQueue.main, customError: { ServiceError.tooSlow })
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The maximum time between elements.
  ///   - scheduler: The scheduler that measures time and delivers the elements.
  ///   - options: Options of the scheduler.
  ///   - customError: A closure that returns the error to fail with. Without it the publisher finishes.
  /// - Returns: A publisher that emits the upstream's elements on the scheduler.
  @inlinable public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  /// A publisher that finishes or fails when no element arrives within a time.
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
      .init(interval: interval) { [customError] downstream in
        downstream.receive(completion: customError.map { Subscribers.Completion.failure($0()) } ?? .finished)
      }
    }
  }
}

extension Stages {
  /// Emits elements, and ends when none arrives in time.
  @usableFromInline package struct Timeout<Input, Time: Strideable>: TimedStage {
    @usableFromInline package let interval: Time.Stride
    @usableFromInline package let end: (RawSubscriber) -> Void

    @inlinable package init(interval: Time.Stride, end: @escaping (RawSubscriber) -> Void) {
      self.interval = interval
      self.end = end
    }

    @inlinable package var upstreamDemand: UpstreamDemand { .times(1) }
    @inlinable package var timingStart: TimingStart<Self> {
      .subscriptionAndFirstRequest { stage, now in TimedDecision(deadline: now.advanced(by: stage.interval)) }
    }

    @inlinable package func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time> {
      TimedDecision(value: value, deadline: now.advanced(by: interval))
    }

    @inlinable package func deadline(at now: Time) -> TimedDecision<Time> { TimedDecision(completion: end) }
  }
}
