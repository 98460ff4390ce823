import Dispatch
import Streams

/// The main scheduler of a session that is recorded: it numbers the jobs as they are scheduled, and has each one written
/// down as it begins. Its time stands still during a turn.
///
/// All of it is used on the main actor, where the whole app is.
final class RecordingScheduler<Base: Scheduler & Sendable>: Scheduler, Sendable
where Base.SchedulerTimeType == DispatchQueue.SchedulerTimeType {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  private let base: Base
  private let recorder: Recorder
  private let start: SchedulerTimeType

  /// A scheduler of a session that began at `start` in the time of `base`.
  init(_ base: Base, since start: SchedulerTimeType, _ recorder: Recorder) {
    self.base = base
    self.start = start
    self.recorder = recorder
  }

  var now: SchedulerTimeType {
    start.advanced(by: .nanoseconds(MainActor.assumeIsolated { recorder.turnUptime }))
  }
  var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    base.schedule(recorded(action))
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, recorded(action))
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, recorded(action))
  }

  private func recorded(_ action: @escaping () -> Void) -> () -> Void {
    let recorder = recorder
    let number = MainActor.assumeIsolated { recorder.nextJob() }
    return {
      MainActor.assumeIsolated { recorder.begin(.job(number)) }
      action()
    }
  }
}
