extension Publisher {
  /// Delays elements and the completion.
  ///
  /// - Demand: Passed through.
  /// - Completion, failure: Delayed as elements are.
  /// - Cancellation: Passed through at once. Drops the elements that wait.
  ///
  /// ```swift
  /// notices.delay(for: .seconds(2), scheduler: DispatchQueue.main)
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time to wait.
  ///   - tolerance: How much later the scheduler may deliver. By default the scheduler's minimum tolerance.
  ///   - scheduler: The scheduler that measures time and delivers the elements.
  ///   - options: Options of the scheduler.
  /// - Returns: A publisher that emits the upstream's elements later.
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
  /// A publisher that delays elements and the completion.
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
      let (interval, tolerance, scheduler, options) = (interval, tolerance, scheduler, options)
      return ScheduledSubscription(
        downstream.raw, of: Self.self,
        schedule: {
          scheduler.schedule(
            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, $0)
        },
        scheduleNow: { scheduler.schedule(options: options, $0) }
      ).makeSubscriber()
    }
  }
}
