import Dispatch
import Locking
import Streams
import StreamsExtras

/// The main scheduler of a session that is recorded or replayed. Its time stands still during a turn.
///
/// A recorded session runs a job when its base scheduler does. A replay runs it when the recording does: what is scheduled
/// without a delay in the order in which it was scheduled, as a main queue does, and what has a delay by its number.
///
/// Any thread may use it. How many jobs work on other threads takes depends on their timing, so a replay may run a few more
/// or less of them than the recording did.
final class JobScheduler: Scheduler, Sendable {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  private let clock: TurnClock
  private let base: AnySchedulerOf<DispatchQueue>?
  private let start: SchedulerTimeType
  private let perform: @MainActor (_ turn: Turn, _ action: () -> Void) -> Void
  private let onJob: @Sendable () -> Void
  private let jobs = LockedValue(Jobs())

  /// A scheduler in the time of `clock`.
  ///
  /// - Parameters:
  ///   - base: decides when a job runs; `nil` in a replay.
  ///   - onJob: runs when a job was scheduled, on any thread.
  ///   - perform: runs a job of a recorded session as a turn.
  @MainActor init(
    _ clock: TurnClock, base: AnySchedulerOf<DispatchQueue>? = nil, onJob: @escaping @Sendable () -> Void = {},
    perform: @escaping @MainActor (_ turn: Turn, _ action: () -> Void) -> Void = { $1() }
  ) {
    self.clock = clock
    self.base = base
    self.onJob = onJob
    self.perform = perform
    start = base?.now ?? SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
  }

  /// Nanoseconds of the base scheduler's time since the session began.
  var uptime: Int { base.map { start.distance(to: $0.now).magnitude } ?? 0 }

  /// Whether a job without a delay waits.
  var hasNext: Bool { jobs.withLock { !$0.queue.isEmpty } }

  /// Whether a job with a delay waits.
  func hasTimer(_ number: Int) -> Bool { jobs.withLock { $0.timers[number] != nil } }

  /// Runs the first job without a delay. There must be one.
  @MainActor func runNext() { jobs.withLock { $0.queue.removeFirst() }.run() }

  /// Runs the job with a delay that has this number among them. There must be one.
  @MainActor func runTimer(_ number: Int) { jobs.withLock { $0.timer(number) }?.run() }

  var now: SchedulerTimeType { start.advanced(by: .nanoseconds(clock.uptime)) }
  var minimumTolerance: SchedulerTimeType.Stride { base?.minimumTolerance ?? 0 }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let job = Job(run: action)
    guard let base else {
      jobs.withLock { $0.append(job) }
      return onJob()
    }
    base.schedule(options: options) { [self] in
      MainActor.assumeIsolated { perform(.job, job.run) }
    }
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let number = add(Job(run: action))
    base?.schedule(after: date, tolerance: tolerance, options: options) { self.fire(number) }
    onJob()
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let number = add(Job(run: action, repeats: true))
    let timer = base?.schedule(after: date, interval: interval, tolerance: tolerance, options: options) {
      self.fire(number)
    }
    onJob()
    return AnyCancellable { [self] in
      timer?.cancel()
      _ = jobs.withLock { $0.timers.removeValue(forKey: number) }
    }
  }

  private func fire(_ number: Int) {
    MainActor.assumeIsolated {
      guard let job = jobs.withLock({ $0.timer(number) }) else { return }
      perform(.timer(number), job.run)
    }
  }

  private func add(_ job: Job) -> Int { jobs.withLock { $0.add(job) } }

  /// Sendable because it runs on the main queue only, as the work of any main scheduler does.
  private struct Job: @unchecked Sendable {
    let run: () -> Void
    var repeats = false
  }

  private struct Jobs {
    /// What was scheduled without a delay.
    var queue: [Job] = []
    /// What was scheduled with a delay, by its number.
    var timers: [Int: Job] = [:]
    private var timerCount = 0

    mutating func append(_ job: Job) { queue.append(job) }

    mutating func add(_ job: Job) -> Int {
      timerCount += 1
      timers[timerCount] = job
      return timerCount
    }

    /// The job with a delay of a number, which no longer waits unless it repeats.
    mutating func timer(_ number: Int) -> Job? {
      guard let job = timers[number] else { return nil }
      if !job.repeats { timers[number] = nil }
      return job
    }
  }
}
