extension Publisher {
  /// Sends how much time has passed since the value before, and first since the subscription.
  ///
  /// - Demand, completion, failure, cancellation: Passed through. Nothing is scheduled.
  ///
  /// ```swift
  /// taps.measureInterval(using: DispatchQueue.main).filter { $0 < .milliseconds(300) }
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - options: The scheduler's options; not used, as nothing is scheduled.
  @inlinable public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// What ``Publisher/measureInterval(using:options:)`` returns.
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
  /// Tells the time since the value before.
  @usableFromInline package struct MeasureInterval<Input, Context: Scheduler, Failure: Error>: Stage {
    @usableFromInline package let scheduler: Context
    @usableFromInline package var last: Context.SchedulerTimeType?

    @inlinable package init(scheduler: Context) { self.scheduler = scheduler }

    @inlinable package mutating func start() { last = scheduler.now }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<
      Context.SchedulerTimeType.Stride
    > {
      let now = scheduler.now
      defer { last = now }
      return .emit((last ?? now).distance(to: now))
    }
  }
}
