/// A publisher that is an upstream and a stage in the time of a scheduler.
@usableFromInline package protocol ClockedPublisher: InletPublisher
where
  Output == Stage.Output, Failure == Upstream.Failure, Upstream.Output == Stage.Input,
  Context.SchedulerTimeType == Stage.Time
{
  associatedtype Context: Scheduler
  associatedtype Stage: ClockedStage

  var scheduler: Context { get }
  var options: Context.SchedulerOptions? { get }
  /// The stage of a subscription.
  var stage: Stage { get }
}

extension ClockedPublisher {
  @inlinable package var options: Context.SchedulerOptions? { nil }

  @inlinable package func inlet(before downstream: Port<Output, Failure>) -> UpstreamPort {
    let (scheduler, options) = (scheduler, options)
    let exit = Rescheduled(downstream.raw, of: Self.self) { scheduler.schedule(options: options, $0) }
    return Clocked(
      stage, exit: exit, now: { scheduler.now },
      schedule: { date, action in
        guard let date else { return scheduler.schedule(options: options, action) }
        scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options, action)
      }
    ).inlet()
  }
}
