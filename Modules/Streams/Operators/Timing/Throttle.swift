extension Publisher {
  /// Sends at most one value in each interval: the newest or the first.
  ///
  /// A value that comes while no interval runs is scheduled at once. Until that job runs, a newer value replaces it if `latest`
  /// is true, and is dropped otherwise: a burst of values in one turn gives one value. The interval begins when the job runs.
  ///
  /// - Demand: This publisher is asked for everything; a value that finds no demand is dropped.
  /// - Completion: Sent as a job of the scheduler, after the value that is still waiting.
  /// - Failure: Sent as a job of the scheduler. A value that waits for the end of an interval is dropped.
  /// - Cancellation: Drops the value that is waiting.
  ///
  /// ```swift
  /// positions.throttle(for: .milliseconds(100), scheduler: RunLoop.main, latest: true)
  /// ```
  ///
  /// - Parameters:
  ///   - interval: How long an interval is.
  ///   - scheduler: Whose time counts, and where values are delivered.
  ///   - latest: Whether the newest value of an interval counts, or the first.
  @inlinable public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// What ``Publisher/throttle(for:scheduler:latest:)`` returns.
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
  /// Lets one value through in each interval.
  @usableFromInline package struct Throttle<Input, Time: Strideable>: TimedStage {
    @usableFromInline package let interval: Time.Stride
    @usableFromInline package let latest: Bool
    /// When the next value may be sent.
    @usableFromInline package var free: Time?
    @usableFromInline package var pending: QueuedEvent?
    /// Whether the pending value is to be sent as soon as possible, and not at the end of an interval.
    @usableFromInline package var isDue = false

    @inlinable package init(interval: Time.Stride, latest: Bool) {
      self.interval = interval
      self.latest = latest
    }

    @inlinable package mutating func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time> {
      if pending != nil {
        if latest { pending = value }
        return TimedDecision()
      }
      pending = value
      isDue = free.map { now >= $0 } ?? true
      return TimedDecision(deadline: isDue ? now : free, isImmediate: isDue)
    }

    @inlinable package mutating func deadline(at now: Time) -> TimedDecision<Time> {
      free = now.advanced(by: interval)
      return TimedDecision(value: pending.take())
    }

    @inlinable package mutating func complete() -> QueuedEvent? { pending.take() }
    @inlinable package mutating func fail() -> QueuedEvent? { isDue ? pending.take() : nil }
  }
}
