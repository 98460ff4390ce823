extension Publisher {
  /// Groups values by time, or by time and number.
  ///
  /// The time is divided into periods that begin with the subscription. At the end of a period that brought values, they
  /// are sent as one array; with `.byTimeOrCount` also as soon as there are enough.
  ///
  /// - Demand: `.byTime` asks this publisher for everything; `.byTimeOrCount` for the count times what is asked for. A group
  ///   that finds no demand waits for it.
  /// - Completion: Sent as a job of the scheduler, after what has been collected.
  /// - Failure: Sent as a job of the scheduler; what has been collected is dropped.
  /// - Cancellation: Drops what has been collected.
  ///
  /// ```swift
  /// keystrokes.collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 10))
  /// ```
  ///
  /// - Parameters:
  ///   - strategy: When a group is complete.
  ///   - options: The scheduler's options.
  @inlinable public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// When ``Publisher/collect(_:options:)`` has a group complete.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// At the end of each period.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// At the end of each period, and when there are so many values.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  /// What ``Publisher/collect(_:options:)`` returns.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: ClockedPublisher {
    // NB: spelled, because the stage's own name for it is not public.
    public typealias Output = [Upstream.Output]

    public let upstream: Upstream
    public let strategy: TimeGroupingStrategy<Context>
    public let options: Context.SchedulerOptions?

    @inlinable public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      if case .byTimeOrCount(_, _, let count) = strategy {
        precondition(count > 0, "A group must have room for at least one value")
      }
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    @inlinable package var parts: (scheduler: Context, period: Context.SchedulerTimeType.Stride, count: Int?) {
      switch strategy {
      case .byTime(let scheduler, let period): (scheduler, period, nil)
      case .byTimeOrCount(let scheduler, let period, let count): (scheduler, period, count)
      }
    }

    @inlinable package var scheduler: Context { parts.scheduler }

    @inlinable package var stage: Periods<Upstream.Output, Context.SchedulerTimeType> {
      .init(period: parts.period, count: parts.count, from: parts.scheduler.now)
    }
  }
}

/// Groups the values of each period.
@usableFromInline package struct Periods<Input, Time: Strideable>: ClockedStage {
  @usableFromInline package let period: Time.Stride
  @usableFromInline package let count: Int?
  /// When the present period, or an earlier one, has begun.
  @usableFromInline package var beginning: Time
  @usableFromInline package var group: [Input] = []

  @usableFromInline package typealias Output = [Input]

  @inlinable package init(period: Time.Stride, count: Int?, from beginning: Time) {
    self.period = period
    self.count = count
    self.beginning = beginning
  }

  @inlinable package var appetite: Appetite { count.map(Appetite.each) ?? .everything }
  @inlinable package var keepsUnasked: Bool { true }

  @inlinable package mutating func start(at now: () -> Time) -> Tick<Time> {
    beginning = now()
    return Tick()
  }

  @inlinable package mutating func take(_ value: Boxed<Input>, at now: Time) -> Tick<Time> {
    group.append(value.value)
    if group.count == count { return Tick(value: takeGroup()) }
    return group.count == 1 ? Tick(alarm: endOfPeriod(at: now)) : Tick()
  }

  @inlinable package mutating func alarm(at now: Time) -> Tick<Time> { Tick(value: takeGroup()) }
  @inlinable package mutating func finish() -> ValueBox? { takeGroup() }

  @inlinable package mutating func takeGroup() -> ValueBox? {
    guard !group.isEmpty else { return nil }
    defer { group = [] }
    return Boxed(group)
  }

  /// The end of the period that is running.
  @inlinable package mutating func endOfPeriod(at now: Time) -> Time {
    guard period > .zero else { return now }
    // NB: a stride cannot be divided, so whole periods are taken off in powers of two.
    var powers = [period]
    while let last = powers.last, beginning.distance(to: now) >= last + last { powers.append(last + last) }
    for power in powers.reversed() where beginning.distance(to: now) >= power {
      beginning = beginning.advanced(by: power)
    }
    return beginning.advanced(by: period)
  }
}
