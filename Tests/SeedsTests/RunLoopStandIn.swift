import Foundation
import Streams

/// A main run loop that the test turns by hand, in its own time, so that nothing waits for a clock.
///
/// Foundation's cannot serve: where a program's `main` is asynchronous, as a test runner's is, nobody turns it on Linux.
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

  /// Lets time pass, and does what is due, in the order of its dates.
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
