import Dispatch
import Locking
import Streams

/// A scheduler whose time moves when a test says so. Jobs run inside `advance(by:)`, in the order of their times.
final class HandScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  private struct State {
    var now = 0
    var count = 0
    var jobs: [Job] = []
  }

  /// Sendable because only the thread that calls `advance(by:)` runs the work.
  private struct Job: @unchecked Sendable {
    let due: Int
    let number: Int
    let run: () -> Void
  }

  private let state = LockedValue(State())

  var now: SchedulerTimeType { Self.time(state.withLock { $0.now }) }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Moves the time on, and runs what falls due on the way, and what that schedules.
  func advance(by milliseconds: Int = 0) {
    let end = state.withLock { $0.now } + milliseconds
    while let job = next(until: end) { job.run() }
    state.withLock { $0.now = end }
  }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    _ = add(after: 0, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    _ = add(at: date, action)
  }

  // Repeating jobs run once: the tests cancel them at the first time.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let number = add(at: date, action)
    return AnyCancellable { [weak self] in
      self?.state.withLock { state in state.jobs.removeAll { $0.number == number } }
    }
  }

  private func add(at date: SchedulerTimeType, _ action: @escaping () -> Void) -> Int {
    add(after: max(0, now.distance(to: date).magnitude / 1_000_000), action)
  }

  private func add(after milliseconds: Int, _ action: @escaping () -> Void) -> Int {
    let job = Handed(run: action)
    return state.withLock { state in
      state.count += 1
      state.jobs.append(Job(due: state.now + milliseconds, number: state.count, run: job.run))
      return state.count
    }
  }

  /// Sendable for the same reason as `Job`.
  private struct Handed: @unchecked Sendable {
    let run: () -> Void
  }

  private func next(until end: Int) -> Job? {
    state.withLock { state in
      let next = state.jobs.indices.min {
        (state.jobs[$0].due, state.jobs[$0].number) < (state.jobs[$1].due, state.jobs[$1].number)
      }
      guard let next, state.jobs[next].due <= end else { return nil }
      state.now = max(state.now, state.jobs[next].due)
      return state.jobs.remove(at: next)
    }
  }

  private static func time(_ milliseconds: Int) -> SchedulerTimeType {
    SchedulerTimeType(DispatchTime(uptimeNanoseconds: UInt64(milliseconds + 1) * 1_000_000))
  }
}
