extension Publisher {
  /// Sends a value when no newer one has come for a time.
  ///
  /// - Demand: This publisher is asked for everything; a value that finds no demand is dropped.
  /// - Completion, failure: Sent as a job of the scheduler. The pending value is discarded, as in Combine: a value that comes
  ///   less than `dueTime` before the completion is never sent.
  /// - Cancellation: Discards the pending value.
  ///
  /// ```swift
  /// $username.debounce(for: 0.5, scheduler: RunLoop.main)
  /// ```
  ///
  /// - Parameters:
  ///   - dueTime: How long it must be quiet.
  ///   - scheduler: Whose time counts, and where values are delivered.
  ///   - options: The scheduler's options.
  @inlinable public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// What ``Publisher/debounce(for:scheduler:options:)`` returns.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: TimedPublisher {
    public let upstream: Upstream
    public let dueTime: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

    @inlinable public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable package var stage: Stages.Debounce<Upstream.Output, Context.SchedulerTimeType> {
      .init(dueTime: dueTime)
    }
  }
}

extension Stages {
  /// Keeps the newest value until it has been quiet for a while.
  @usableFromInline package struct Debounce<Input, Time: Strideable>: TimedStage {
    @usableFromInline package let dueTime: Time.Stride
    @usableFromInline package var pending: QueuedEvent?

    @inlinable package init(dueTime: Time.Stride) { self.dueTime = dueTime }

    @inlinable package mutating func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time> {
      pending = value
      return TimedDecision(deadline: now.advanced(by: dueTime))
    }

    @inlinable package mutating func deadline(at now: Time) -> TimedDecision<Time> {
      TimedDecision(value: pending.take())
    }
  }
}
