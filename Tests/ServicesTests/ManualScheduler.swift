import Dispatch
import Locking
import Streams
import Support

/// A scheduler whose time moves when a test says so. Jobs run inside `advance(by:)`, in the order of their times.
final class ManualScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = Never

  /// A closure that a scheduler got and runs once.
  ///
  /// Sending it is safe: whoever scheduled it has handed it over, and only one `advance(by:)` takes it out of the list.
  private struct Job: @unchecked Sendable {
    var due: Int
    var number: Int
    var action: () -> Void

    var order: (Int, Int) { (due, number) }
  }

  private struct State {
    var now = 0
    var count = 0
    var jobs: [Job] = []
  }

  private let state = LockedValue(State())

  /// The time, in milliseconds since the beginning.
  var milliseconds: Int { state.withLock { $0.now } }

  /// Whether nothing waits for a later time.
  var isIdle: Bool { state.withLock { $0.jobs.isEmpty } }

  var now: SchedulerTimeType { time(milliseconds) }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Moves the time, and runs what is due until then.
  func advance(by milliseconds: Int) {
    let end = self.milliseconds + milliseconds
    while let job = next(until: end) { job.action() }
    state.withLock { $0.now = end }
  }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    add(Job(due: milliseconds, number: 0, action: action))
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    add(Job(due: due(date), number: 0, action: action))
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let number = add(Job(due: due(date), number: 0, action: action))
    // NB: repeats are not needed by any service; one run is all that this scheduler does.
    return AnyCancellable { [weak self] in
      self?.state.withLock { $0.jobs.removeAll { $0.number == number } }
    }
  }

  @discardableResult
  private func add(_ job: Job) -> Int {
    state.withLock { state in
      state.count += 1
      var job = job
      job.number = state.count
      state.jobs.append(job)
      return state.count
    }
  }

  private func next(until end: Int) -> Job? {
    state.withLock { state in
      let next = state.jobs.indices.min { state.jobs[$0].order < state.jobs[$1].order }
      guard let next, state.jobs[next].due <= end else { return nil }
      state.now = max(state.now, state.jobs[next].due)
      return state.jobs.remove(at: next)
    }
  }

  private func time(_ milliseconds: Int) -> SchedulerTimeType {
    SchedulerTimeType(DispatchTime(uptimeNanoseconds: UInt64(milliseconds + 1) * 1_000_000))
  }

  private func due(_ time: SchedulerTimeType) -> Int {
    Int(time.dispatchTime.uptimeNanoseconds / 1_000_000) - 1
  }
}
