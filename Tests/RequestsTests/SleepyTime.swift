import Dispatch
import Locking
import RequestsSupport
import Streams
import StreamsExtras
import StreamsTesting

/// A time in which the process may be stopped: the clock goes on, and what was due meanwhile runs afterwards.
final class SleepyTime: Sendable {
  private let test = TestScheduler()
  private let slept = LockedValue(0)

  /// Lets time pass, with what is due.
  func advance(by milliseconds: Int) { test.advance(by: .milliseconds(milliseconds)) }

  /// Lets time pass in which nothing runs.
  func sleep(_ milliseconds: Int) { slept.withLock { $0 += milliseconds } }

  var scheduler: AnySchedulerOf<DispatchQueue> { AnyScheduler(Sleeper(base: .test(test), time: self)) }

  private struct Sleeper: Scheduler {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = DispatchQueue.SchedulerOptions

    let base: AnySchedulerOf<DispatchQueue>
    let time: SleepyTime

    private var offset: SchedulerTimeType.Stride { .milliseconds(time.slept.withLock { $0 }) }

    var now: SchedulerTimeType { base.now.advanced(by: offset) }
    var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      base.schedule(options: options, action)
    }

    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      base.schedule(after: date.advanced(by: -offset), tolerance: tolerance, options: options, action)
    }

    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      base.schedule(
        after: date.advanced(by: -offset), interval: interval, tolerance: tolerance, options: options, action)
    }
  }
}
