extension Publisher {
  /// Collects all elements and emits them in one array when the upstream finishes.
  ///
  /// - Demand: Requests unlimited. The array grows without bound and is held until the subscriber requests it.
  /// - Completion: Finishes with the array when the upstream finishes. The array is empty if there was no element.
  /// - Failure: Passed through. Drops the collected elements.
  /// - Cancellation: Passed through. Drops the collected elements.
  ///
  /// ```swift
  /// (1...3).publisher.collect()  // [1, 2, 3]
  /// ```
  ///
  /// - Returns: A publisher that emits one array.
  @inlinable public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }

  /// Collects elements and emits them in arrays of a fixed size.
  ///
  /// - Demand: Requests `count` elements for each array that the subscriber requests.
  /// - Completion: Finishes when the upstream does, after a shorter array of the remaining elements.
  /// - Failure: Passed through. Drops the collected elements.
  /// - Cancellation: Passed through. Drops the collected elements.
  ///
  /// ```swift
  /// (1...5).publisher.collect(2)  // [1, 2], [3, 4], [5]
  /// ```
  ///
  /// - Parameter count: The number of elements in an array, at least 1.
  /// - Returns: A publisher that emits arrays of `count` elements.
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }

  /// Collects elements by time, or by time and count, and emits them in arrays.
  ///
  /// Time is divided into periods that start at the subscription. At the end of a period with elements, they are emitted as
  /// one array; with `.byTimeOrCount` also as soon as there are enough.
  ///
  /// - Demand: `.byTime` requests unlimited; `.byTimeOrCount` requests the count for each array that the subscriber requests.
  ///   An array without demand waits for it.
  /// - Completion: Runs as a job of the scheduler, after an array of the remaining elements.
  /// - Failure: Runs as a job of the scheduler. Drops the collected elements.
  /// - Cancellation: Passed through. Drops the collected elements.
  ///
  /// ```swift
  /// keystrokes.collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 10))
  /// ```
  ///
  /// - Parameters:
  ///   - strategy: When to emit an array.
  ///   - options: Options of the scheduler.
  /// - Returns: A publisher that emits arrays on the scheduler.
  @inlinable public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// A publisher that collects all elements into one array.
  public struct Collect<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.CollectByCount<Upstream.Output, Upstream.Failure> { .init(size: nil) }
  }

  /// A publisher that collects elements into arrays of a fixed size.
  public struct CollectByCount<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "collect needs arrays of at least one element")
      self.upstream = upstream
      self.count = count
    }

    @inlinable package var stage: Stages.CollectByCount<Upstream.Output, Upstream.Failure> { .init(size: count) }
  }

  /// When ``Publisher/collect(_:options:)`` emits an array.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// At the end of each period.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// At the end of each period, and when the number of elements is reached.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  /// A publisher that collects elements into arrays by time, or by time and count.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: TimedPublisher {
    // Spelled out because the stage's `Output` is not public.
    public typealias Output = [Upstream.Output]

    public let upstream: Upstream
    public let strategy: TimeGroupingStrategy<Context>
    public let options: Context.SchedulerOptions?

    @inlinable public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      if case .byTimeOrCount(_, _, let count) = strategy {
        precondition(count > 0, "A group needs at least one element")
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

extension Stages {
  /// Collects elements into arrays of a fixed size, or all elements into one array.
  @usableFromInline package struct CollectByCount<Input, Failure: Error>: Stage {
    /// The number of elements in an array. With `nil` there is one array, which may be empty.
    @usableFromInline package let size: Int?

    @inlinable package init(size: Int?) { self.size = size }

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { size == nil ? .none : .all }

    /// The elements of the current array.
    @inlinable package var initialState: [Input] { [] }
    @inlinable package var upstreamDemand: UpstreamDemand { size.map(UpstreamDemand.times) ?? .unlimited }
    @inlinable package static var trapsOnRequestForNone: Bool { true }

    @inlinable package func receive(_ input: Input, _ state: StageState<[Input]>) -> Decision<[Input]> {
      state.value.append(input)
      return state.value.count == size ? .emit(takeBatch(state)) : .hold
    }

    @inlinable package func complete(_ state: StageState<[Input]>) -> [Input]? {
      state.value.isEmpty && size != nil ? nil : takeBatch(state)
    }

    @inlinable package func takeBatch(_ state: StageState<[Input]>) -> [Input] {
      let batch = state.value
      state.value = []
      return batch
    }
  }

  /// Collects the elements of each period.
  @usableFromInline package struct CollectByTime<Input, Time: Strideable>: TimedStage {
    @usableFromInline package let period: Time.Stride
    @usableFromInline package let count: Int?
    /// The start of the current period or of an earlier one.
    @usableFromInline package var periodStart: Time
    @usableFromInline package var group: [Input] = []

    @usableFromInline package typealias Output = [Input]

    @inlinable package init(period: Time.Stride, count: Int?, from periodStart: Time) {
      self.period = period
      self.count = count
      self.periodStart = periodStart
    }

    @inlinable package var upstreamDemand: UpstreamDemand { count.map(UpstreamDemand.times) ?? .unlimited }
    @inlinable package var excessHandling: ExcessHandling { .keep }
    @inlinable package var timingStart: TimingStart<Self> {
      .subscription { stage, now in
        stage.periodStart = now
        return TimedDecision()
      }
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

    /// The end of the current period.
    @inlinable package mutating func endOfPeriod(at now: Time) -> Time {
      guard period > .zero else { return now }
      // A stride cannot be divided, so whole periods are subtracted in powers of two.
      var powers = [period]
      while let last = powers.last, periodStart.distance(to: now) >= last + last { powers.append(last + last) }
      for power in powers.reversed() where periodStart.distance(to: now) >= power {
        periodStart = periodStart.advanced(by: power)
      }
      return periodStart.advanced(by: period)
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
extension Publishers.Collect: Sendable where Upstream: Sendable {}
extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}
extension Publishers.CollectByCount: Sendable where Upstream: Sendable {}
