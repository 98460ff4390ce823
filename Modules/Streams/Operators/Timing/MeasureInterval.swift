extension Publisher {
  /// Emits the time between elements.
  ///
  /// For the first element it emits the time since the subscription. Nothing is scheduled.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// taps.measureInterval(using: DispatchQueue.main).filter { $0 < .milliseconds(300) }
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures time.
  ///   - options: Options of the scheduler. They have no effect.
  /// - Returns: A publisher that emits one interval for each element.
  @inlinable public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that emits the time between elements.
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: StagePublisher {
    public let upstream: Upstream
    public let scheduler: Context

    @inlinable public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    @inlinable package var stage: Stages.MeasureInterval<Upstream.Output, Context, Upstream.Failure> {
      .init(scheduler: scheduler)
    }
  }
}

extension Stages {
  /// Measures the time since the previous element.
  @usableFromInline package struct MeasureInterval<Input, Context: Scheduler, Failure: Error>: Stage {
    @usableFromInline package let scheduler: Context
    @usableFromInline package typealias Time = Context.SchedulerTimeType

    @inlinable package init(scheduler: Context) { self.scheduler = scheduler }

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { .none }

    /// The time of the previous element, or of the subscription.
    @inlinable package var initialState: Time? { nil }

    @inlinable package func start(_ state: StageState<Time?>) { state.value = scheduler.now }

    @inlinable package func receive(_ input: Input, _ state: StageState<Time?>) -> Decision<Time.Stride> {
      let now = scheduler.now
      let last = state.value ?? now
      state.value = now
      return .emit(last.distance(to: now))
    }
  }
}
