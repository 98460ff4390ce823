import Dispatch
import Streams

/// A scheduler on the main queue whose time passes only when there is nothing else to do: what is due later runs
/// after what is due sooner, and nobody waits for it.
@MainActor final class HurryingScheduler {
  private var jobs: [(due: UInt64, number: Int, action: () -> Void)] = []
  private var count = 0
  private(set) var time: UInt64 = 1

  nonisolated init() {}

  fileprivate func add(_ due: UInt64, _ action: @escaping () -> Void) {
    count += 1
    jobs.append((max(due, time), count, action))
    // NB: as many turns of the main queue as there are jobs, and each runs the one that is due first.
    DispatchQueue.main.async { self.runFirst() }
  }

  private func runFirst() {
    guard let first = jobs.indices.min(by: { (jobs[$0].due, jobs[$0].number) < (jobs[$1].due, jobs[$1].number) })
    else { return }
    let job = jobs.remove(at: first)
    time = job.due
    job.action()
  }
}

extension HurryingScheduler: @preconcurrency Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  var now: SchedulerTimeType { SchedulerTimeType(DispatchTime(uptimeNanoseconds: time)) }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    add(time, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    add(date.dispatchTime.uptimeNanoseconds, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    fatalError("nothing in the app repeats itself")
  }
}
