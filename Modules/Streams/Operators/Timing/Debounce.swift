extension Publisher {
  /// Emits an element when no other follows it within a time.
  ///
  /// - Demand: Requests unlimited. An element without demand is dropped.
  /// - Completion, failure: Runs as a job of the scheduler. The pending element is dropped, as in Combine: an element that
  ///   arrives less than `dueTime` before the completion is not emitted.
  /// - Cancellation: Passed through. Drops the pending element.
  ///
  /// ```swift
  /// $username.debounce(for: 0.5, scheduler: RunLoop.main)
  /// ```
  ///
  /// - Parameters:
  ///   - dueTime: The time that must pass after an element.
  ///   - scheduler: The scheduler that measures time and delivers the elements.
  ///   - options: Options of the scheduler.
  /// - Returns: A publisher that emits the last element of each burst.
  @inlinable public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that emits an element when no other follows it within a time.
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
  /// Keeps the latest element until no other has followed it for a time.
  @usableFromInline package struct Debounce<Input, Time: Strideable>: TimedStage {
    @usableFromInline package let dueTime: Time.Stride
    @usableFromInline package var pending: QueuedEvent?

    @inlinable package init(dueTime: Time.Stride) { self.dueTime = dueTime }

    @inlinable package var timingStart: TimingStart<Self> { .firstValue }

    @inlinable package mutating func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time> {
      pending = value
      return TimedDecision(deadline: now.advanced(by: dueTime))
    }

    @inlinable package mutating func deadline(at now: Time) -> TimedDecision<Time> {
      TimedDecision(value: pending.take())
    }
  }
}
