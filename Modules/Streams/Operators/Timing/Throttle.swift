extension Publisher {
  /// Emits at most one element in each interval: the latest or the first.
  ///
  /// An element outside an interval is scheduled at once, and the interval starts when that job runs. Until then, a later
  /// element replaces it if `latest` is `true` and is dropped otherwise. So a burst of elements in one turn gives one element.
  ///
  /// - Demand: Requests unlimited. An element without demand is dropped.
  /// - Completion: Runs as a job of the scheduler, after the pending element.
  /// - Failure: Runs as a job of the scheduler. Drops an element that waits for the end of an interval.
  /// - Cancellation: Passed through. Drops the pending element.
  ///
  /// ```swift
  /// positions.throttle(for: .milliseconds(100), scheduler: RunLoop.main, latest: true)
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The length of an interval.
  ///   - scheduler: The scheduler that measures time and delivers the elements.
  ///   - latest: Whether to emit the latest element of an interval, or the first.
  /// - Returns: A publisher that emits at most one element in each interval.
  @inlinable public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// A publisher that emits at most one element in each interval.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: TimedPublisher {
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let latest: Bool

    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }

    @inlinable package var stage: Stages.Throttle<Upstream.Output, Context.SchedulerTimeType> {
      .init(interval: interval, latest: latest)
    }
  }
}

extension Stages {
  /// Emits one element in each interval.
  @usableFromInline package struct Throttle<Input, Time: Strideable>: TimedStage {
    @usableFromInline package let interval: Time.Stride
    @usableFromInline package let latest: Bool
    /// The end of the current interval.
    @usableFromInline package var intervalEnd: Time?
    @usableFromInline package var pending: QueuedEvent?

    @inlinable package init(interval: Time.Stride, latest: Bool) {
      self.interval = interval
      self.latest = latest
    }

    @inlinable package var timingStart: TimingStart<Self> { .firstValue }

    @inlinable package mutating func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time> {
      if pending != nil {
        if latest { pending = value }
        return TimedDecision()
      }
      pending = value
      let isImmediate = intervalEnd.map { now >= $0 } ?? true
      return TimedDecision(deadline: isImmediate ? now : intervalEnd, isImmediate: isImmediate)
    }

    @inlinable package mutating func deadline(at now: Time) -> TimedDecision<Time> {
      intervalEnd = now.advanced(by: interval)
      return TimedDecision(value: pending.take())
    }

    @inlinable package var excessHandling: ExcessHandling { .dropOnArrival }
    @inlinable package var delaysCompletion: Bool { pending != nil }
  }
}
