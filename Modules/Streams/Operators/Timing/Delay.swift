extension Publisher {
  /// Sends everything later.
  ///
  /// - Demand: Passed through.
  /// - Completion, failure: Delayed as values are.
  /// - Cancellation: Drops what has not been sent yet.
  ///
  /// ```swift
  /// notices.delay(for: .seconds(2), scheduler: DispatchQueue.main)
  /// ```
  ///
  /// - Parameters:
  ///   - interval: How much later.
  ///   - tolerance: How exact it must be; the scheduler's best if `nil`.
  ///   - scheduler: Whose time counts, and where values are delivered.
  ///   - options: The scheduler's options.
  @inlinable public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler,
      options: options)
  }
}

extension Publishers {
  /// What ``Publisher/delay(for:tolerance:scheduler:options:)`` returns.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: SameOutputPublisher, OperatorPublisher {
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let tolerance: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context, options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable package func makeSubscriber(for downstream: UpstreamSubscriber) -> UpstreamSubscriber {
      ScheduledSubscription(downstream.raw, of: Self.self) { [interval, tolerance, scheduler, options] in
        scheduler.schedule(
          after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, $0)
      }
      .makeSubscriber()
    }
  }
}
