import Dispatch
import Streams

/// The main scheduler of a replay: a job runs when the recording says that it ran.
///
/// All of it is used on the main actor, where the whole app is.
final class ReplayScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  private let time: ReplayTime
  private let jobs: Jobs

  /// A scheduler in the time of a replay.
  @MainActor init(_ time: ReplayTime) {
    self.time = time
    jobs = Jobs()
  }

  var now: SchedulerTimeType {
    let start = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
    return start.advanced(by: .nanoseconds(MainActor.assumeIsolated { time.uptime }))
  }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs the job that was scheduled as the n-th. The turn in which it was scheduled; `nil` if there is no such job.
  @MainActor func run(_ number: Int) -> Int? { jobs.run(number) }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { _ = add(action) }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { _ = add(action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let number = add(action, repeats: true)
    return AnyCancellable { [jobs] in MainActor.assumeIsolated { jobs.cancel(number) } }
  }

  private func add(_ action: @escaping () -> Void, repeats: Bool = false) -> Int {
    let job = Job(run: action, repeats: repeats)
    return MainActor.assumeIsolated { jobs.add(job, in: time.turn) }
  }

  /// Sendable because it never leaves the main actor: there it is scheduled, and there it runs.
  private struct Job: @unchecked Sendable {
    let run: () -> Void
    let repeats: Bool
  }

  @MainActor private final class Jobs {
    private var count = 0
    private var waiting: [Int: (job: Job, turn: Int)] = [:]

    func add(_ job: Job, in turn: Int) -> Int {
      count += 1
      waiting[count] = (job, turn)
      return count
    }

    func cancel(_ number: Int) { waiting[number] = nil }

    func run(_ number: Int) -> Int? {
      guard let (job, turn) = waiting[number] else { return nil }
      if !job.repeats { waiting[number] = nil }
      job.run()
      return turn
    }
  }
}
