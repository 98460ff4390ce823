import Dispatch
import Streams
import StreamsExtras

/// The main scheduler of a session that is recorded or replayed. It numbers jobs as they are scheduled; its time stands
/// still during a turn.
///
/// A recorded session runs a job when its base scheduler does. A replay runs it when the recording does.
///
/// It is used on the main actor only.
final class JobScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  private let clock: TurnClock
  private let base: AnySchedulerOf<DispatchQueue>?
  private let start: SchedulerTimeType
  private let jobs: Jobs

  /// A scheduler in the time of `clock`.
  ///
  /// - Parameters:
  ///   - base: decides when a job runs; `nil` in a replay.
  ///   - perform: runs a job of a recorded session as a turn.
  @MainActor init(
    _ clock: TurnClock, base: AnySchedulerOf<DispatchQueue>? = nil,
    perform: @escaping @MainActor (_ job: Int, _ action: () -> Void) -> Void = { $1() }
  ) {
    (self.clock, self.base) = (clock, base)
    start = base?.now ?? SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
    jobs = Jobs(perform)
  }

  /// Nanoseconds of the base scheduler's time since the session began.
  var uptime: Int { base.map { start.distance(to: $0.now).magnitude } ?? 0 }

  /// Runs the n-th job.
  ///
  /// - Returns: the turn in which the job was scheduled; `nil` if there is no such job.
  @discardableResult
  @MainActor func run(_ number: Int) -> Int? { jobs.run(number) }

  var now: SchedulerTimeType { start.advanced(by: .nanoseconds(MainActor.assumeIsolated { clock.uptime })) }
  var minimumTolerance: SchedulerTimeType.Stride { base?.minimumTolerance ?? 0 }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let number = add(action)
    base?.schedule(options: options) { self.fire(number) }
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let number = add(action)
    base?.schedule(after: date, tolerance: tolerance, options: options) { self.fire(number) }
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let number = add(action, repeats: true)
    let timer = base?.schedule(after: date, interval: interval, tolerance: tolerance, options: options) {
      self.fire(number)
    }
    return AnyCancellable { [jobs] in
      timer?.cancel()
      MainActor.assumeIsolated { jobs.cancel(number) }
    }
  }

  private func fire(_ number: Int) {
    MainActor.assumeIsolated { _ = jobs.run(number) }
  }

  private func add(_ action: @escaping () -> Void, repeats: Bool = false) -> Int {
    let job = Job(run: action, repeats: repeats)
    return MainActor.assumeIsolated { jobs.add(job, in: clock.turn) }
  }

  /// Sendable because it stays on the main actor: it is scheduled there, and runs there.
  private struct Job: @unchecked Sendable {
    let run: () -> Void
    let repeats: Bool
  }

  @MainActor private final class Jobs {
    private let perform: @MainActor (Int, () -> Void) -> Void
    private var count = 0
    private var waiting: [Int: (job: Job, turn: Int)] = [:]

    init(_ perform: @escaping @MainActor (Int, () -> Void) -> Void) { self.perform = perform }

    func add(_ job: Job, in turn: Int) -> Int {
      count += 1
      waiting[count] = (job, turn)
      return count
    }

    func cancel(_ number: Int) { waiting[number] = nil }

    func run(_ number: Int) -> Int? {
      guard let (job, turn) = waiting[number] else { return nil }
      if !job.repeats { waiting[number] = nil }
      perform(number, job.run)
      return turn
    }
  }
}
