import Foundation
import Streams

/// A main run loop in virtual time, which the test advances.
///
/// Foundation's run loop does not run on Linux in a program with an asynchronous `main`, such as a test runner.
@MainActor enum RunLoop {
  static let main = HandTurnedLoop()
}

final class HandTurnedLoop: Scheduler {
  typealias SchedulerTimeType = Foundation.RunLoop.SchedulerTimeType
  struct SchedulerOptions {}

  private(set) var now = SchedulerTimeType(Date(timeIntervalSince1970: 0))
  let minimumTolerance = SchedulerTimeType.Stride.seconds(0)
  private var jobs: [(date: SchedulerTimeType, action: () -> Void)] = []

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    jobs.append((now, action))
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    jobs.append((max(date, now), action))
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    preconditionFailure("No seed repeats anything.")
  }

  /// Advances the time, and runs what is due in the order of its dates.
  func advance(by seconds: Double) {
    let end = now.advanced(by: .seconds(seconds))
    while let index = jobs.indices.min(by: { jobs[$0].date < jobs[$1].date }), jobs[index].date <= end {
      let job = jobs.remove(at: index)
      now = job.date
      job.action()
    }
    now = end
  }
}
