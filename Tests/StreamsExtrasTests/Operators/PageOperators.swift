public import Streams

// The operators of the page "AddAnOperator", as it shows them. `PageOperatorsTests` runs them and compares the texts.

extension Publisher {
  /// Emits the elements that are not equal to a value.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// - Parameter value: The value to drop.
  /// - Returns: A publisher that emits all other elements.
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func removing(_ value: Output) -> Publishers.Removing<Self> where Output: Equatable {
    Publishers.Removing(upstream: self, value: value)
  }
}

extension Publishers {
  /// A publisher that emits the elements that are not equal to a value.
  public struct Removing<Upstream: Publisher>: SameOutputPublisher, OperatorPublisher where Upstream.Output: Equatable {
    public let upstream: Upstream
    public let value: Upstream.Output

    @inlinable @inline(__always)
    public init(upstream: Upstream, value: Upstream.Output) {
      self.upstream = upstream
      self.value = value
    }

    @inlinable @inline(__always)
    package func makeSubscriber(for downstream: UpstreamSubscriber) -> UpstreamSubscriber {
      let next = downstream.raw.onValue
      return ErasedSubscriber(forwardingTo: downstream.raw) { [value] in
        guard $0.input(as: Upstream.Output.self) == value else { return next($0) }
        return $0.alwaysTrue(in: Upstream.self) ? 1 : 0
      }
    }
  }
}

extension Publishers.Removing: Equatable where Upstream: Equatable {}
extension Publishers.Removing: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension Publisher {
  /// Emits every `count`-th element.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// - Parameter count: The distance between two elements, at least 1.
  /// - Returns: A publisher that emits one of `count` elements.
  @_disfavoredOverload
  @inlinable public func everyNth(_ count: Int) -> Publishers.EveryNth<Self> {
    Publishers.EveryNth(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that emits every n-th element.
  public struct EveryNth<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "The distance between two elements is at least 1")
      self.upstream = upstream
      self.count = count
    }

    @inlinable package var stage: Stages.EveryNth<Upstream.Output, Upstream.Failure> { .init(count: count) }
  }
}

extension Stages {
  /// Counts elements.
  @usableFromInline package struct EveryNth<Input, Failure: Error>: Stage {
    @usableFromInline package let count: Int

    @inlinable package init(count: Int) { self.count = count }

    /// The number of elements since the last one that was emitted.
    @inlinable package var initialState: Int { 0 }

    @inlinable package func receive(_ input: Input, _ state: StageState<Int>) -> Decision<Input> {
      state.value = (state.value + 1) % count
      return state.value == 0 ? .forward : .drop
    }
  }
}

extension Publisher {
  /// Drops the elements that arrive within a time after the subscription.
  ///
  /// - Demand: Requests unlimited. An element without demand is dropped.
  /// - Completion, failure: Runs as a job of the scheduler.
  /// - Cancellation: Passed through.
  ///
  /// - Parameters:
  ///   - interval: The time to wait.
  ///   - scheduler: The scheduler that measures time and delivers the elements.
  /// - Returns: A publisher that emits the later elements.
  @_disfavoredOverload
  @inlinable public func dropFirst<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S
  ) -> Publishers.DropForTime<Self, S> {
    Publishers.DropForTime(upstream: self, interval: interval, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that drops the elements that arrive within a time.
  public struct DropForTime<Upstream: Publisher, Context: Scheduler>: TimedPublisher {
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let scheduler: Context

    @inlinable public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
    }

    @inlinable package var stage: Stages.DropForTime<Upstream.Output, Context.SchedulerTimeType> {
      .init(interval: interval)
    }
  }
}

extension Stages {
  /// Drops elements until the deadline.
  @usableFromInline package struct DropForTime<Input, Time: Strideable>: TimedStage {
    @usableFromInline package let interval: Time.Stride
    @usableFromInline package var isOver = false

    @inlinable package init(interval: Time.Stride) { self.interval = interval }

    @inlinable package var timingStart: TimingStart<Self> {
      .subscription { stage, now in TimedDecision(deadline: now.advanced(by: stage.interval)) }
    }

    @inlinable package func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time> {
      TimedDecision(value: isOver ? value : nil)
    }

    @inlinable package mutating func deadline(at now: Time) -> TimedDecision<Time> {
      isOver = true
      return TimedDecision()
    }
  }
}

extension Publisher {
  /// Emits the elements of this publisher until another one emits, and then those of the other.
  ///
  /// - Demand: Unlimited demand is passed to both. With limited demand each is asked for one element at a time.
  /// - Completion: Finishes when both have finished.
  /// - Failure: A failure of either publisher cancels the other.
  /// - Cancellation: Cancels both.
  ///
  /// - Parameter other: The publisher that replaces this one.
  /// - Returns: A publisher that emits the elements of one publisher and then of the other.
  @_disfavoredOverload
  @inlinable public func replaced<P: Publisher<Output, Failure>>(
    byFirstOutputOf other: P
  ) -> Publishers.Replaced<Self, P> {
    Publishers.Replaced(upstream: self, other: other)
  }
}

extension Publishers {
  /// A publisher that emits the elements of one publisher until another one emits.
  public struct Replaced<Upstream: Publisher, Other: Publisher>: SameOutputPublisher
  where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let merge = MergeSubscription(ErasedSubscriber(subscriber), of: Self.self)
      let first = InnerSubscription()
      var isReplaced = false
      merge.start()
      merge.subscribe(to: other) { _ -> Decision<Upstream.Output> in
        if !isReplaced {
          isReplaced = true
          merge.cancel(first)
        }
        return .forward
      }
      merge.subscribe(to: upstream, as: first) { _ -> Decision<Upstream.Output> in isReplaced ? .drop : .forward }
      merge.finishAdding()
    }
  }
}
