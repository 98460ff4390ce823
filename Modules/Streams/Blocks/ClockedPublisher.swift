/// A publisher that is an upstream and a stage in the time of a scheduler.
@usableFromInline protocol ClockedPublisher: Publisher
where
  Output == Stage.Output, Failure == Upstream.Failure, Upstream.Output == Stage.Input,
  Context.SchedulerTimeType == Stage.Time
{
  associatedtype Upstream: Publisher
  associatedtype Context: Scheduler
  associatedtype Stage: ClockedStage

  var upstream: Upstream { get }
  var scheduler: Context { get }
  var options: Context.SchedulerOptions? { get }
  /// The stage of a subscription.
  var stage: Stage { get }
}

extension ClockedPublisher {
  @inlinable var options: Context.SchedulerOptions? { nil }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    let (scheduler, options) = (scheduler, options)
    let exit = Rescheduled(Port(subscriber).raw, of: Self.self) { scheduler.schedule(options: options, $0) }
    let clocked = Clocked(
      stage, exit: exit, now: { scheduler.now },
      scheduleAfter: { scheduler.schedule(after: $0, tolerance: scheduler.minimumTolerance, options: options, $1) })
    upstream.receive(subscriber: clocked.inlet(failure: Failure.self))
  }
}
