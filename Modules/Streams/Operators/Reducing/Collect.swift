extension Publisher {
  /// Sends all values in one array, at the end.
  ///
  /// - Demand: This publisher is asked for everything; the array is held until it is asked for. It grows without bound.
  /// - Completion: With the array, when this publisher has finished; without values it is empty.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// (1...3).publisher.collect()  // [1, 2, 3]
  /// ```
  @inlinable public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }

  /// Sends values in arrays of a size.
  ///
  /// - Demand: `count` values are asked for where one array is.
  /// - Completion: What has been collected is sent before it, as a shorter array.
  /// - Failure: What has been collected is dropped.
  /// - Cancellation: What has been collected is dropped.
  ///
  /// ```swift
  /// (1...5).publisher.collect(2)  // [1, 2], [3, 4], [5]
  /// ```
  ///
  /// - Parameter count: How many values an array has; at least one.
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }

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
  /// What ``Publisher/collect()`` returns.
  public struct Collect<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.CollectByCount<Upstream.Output, Upstream.Failure> { .init(size: nil) }
  }

  /// What `collect(_:)` returns.
  public struct CollectByCount<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "collect needs arrays of at least one value")
      self.upstream = upstream
      self.count = count
    }

    @inlinable package var stage: Stages.CollectByCount<Upstream.Output, Upstream.Failure> { .init(size: count) }
  }

  /// When ``Publisher/collect(_:options:)`` has a group complete.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// At the end of each period.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// At the end of each period, and when there are so many values.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  /// What ``Publisher/collect(_:options:)`` returns.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: TimedPublisher {
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

    @inlinable package var stage: Stages.CollectByTime<Upstream.Output, Context.SchedulerTimeType> {
      .init(period: parts.period, count: parts.count, from: parts.scheduler.now)
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
extension Publishers.Collect: Sendable where Upstream: Sendable {}
extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}
extension Publishers.CollectByCount: Sendable where Upstream: Sendable {}

extension Stages {
  /// Puts values into arrays of a size, or everything into one.
  @usableFromInline package struct CollectByCount<Input, Failure: Error>: Stage {
    /// How many values an array has; `nil` for all, also where there are none.
    @usableFromInline package let size: Int?
    @usableFromInline package var batch: [Input] = []

    @inlinable package init(size: Int?) { self.size = size }

    @inlinable package var upstreamDemand: UpstreamDemand { size.map(UpstreamDemand.times) ?? .unlimited }
    @inlinable package static var needsDemand: Bool { true }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<[Input]> {
      batch.append(input)
      return batch.count == size ? .emit(next()) : .hold
    }

    @inlinable package mutating func complete() -> [Input]? { batch.isEmpty && size != nil ? nil : next() }

    @inlinable package mutating func next() -> [Input] {
      defer { batch = [] }
      return batch
    }
  }

  /// Groups the values of each period.
  @usableFromInline package struct CollectByTime<Input, Time: Strideable>: TimedStage {
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

    @inlinable package var upstreamDemand: UpstreamDemand { count.map(UpstreamDemand.times) ?? .unlimited }
    @inlinable package var buffersWithoutDemand: Bool { true }

    @inlinable package mutating func start(at now: () -> Time) -> TimedDecision<Time> {
      beginning = now()
      return TimedDecision()
    }

    @inlinable package mutating func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time> {
      group.append(value.value)
      if group.count == count { return TimedDecision(value: takeGroup()) }
      return group.count == 1 ? TimedDecision(deadline: endOfPeriod(at: now)) : TimedDecision()
    }

    @inlinable package mutating func deadline(at now: Time) -> TimedDecision<Time> { TimedDecision(value: takeGroup()) }
    @inlinable package mutating func complete() -> QueuedEvent? { takeGroup() }

    @inlinable package mutating func takeGroup() -> QueuedEvent? {
      guard !group.isEmpty else { return nil }
      defer { group = [] }
      return QueuedValue(group)
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
}
