import Dispatch
import Locking
public import Streams

/// A scheduler whose time a test advances by hand.
///
/// Nothing runs until the test advances time. Work runs on the thread that advances time; work that is due at the same instant
/// runs in the order in which it was scheduled. Scheduling is thread-safe.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let cancellable = subject.debounce(for: 0.5, scheduler: scheduler).sink { print($0) }
/// subject.send("a")
/// scheduler.advance(by: 0.5)  // prints "a"
/// ```
public final class TestScheduler: Scheduler, @unchecked Sendable {
  // Sendable because its state is behind a lock.

  /// A point in the time of a test scheduler, as the interval since its start.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable, CustomStringConvertible {
    /// The stride of a dispatch queue, so that an erased test scheduler can stand in for a queue.
    public typealias Stride = DispatchQueue.SchedulerTimeType.Stride

    /// The time since the scheduler's start.
    public let sinceStart: Stride

    /// Creates a point in time.
    ///
    /// - Parameter sinceStart: The interval since the scheduler's start.
    public init(sinceStart: Stride) { self.sinceStart = sinceStart }

    public func distance(to other: SchedulerTimeType) -> Stride { other.sinceStart - sinceStart }
    public func advanced(by n: Stride) -> SchedulerTimeType { SchedulerTimeType(sinceStart: sinceStart + n) }
    /// The time in seconds, such as "1.5 s".
    public var description: String { "\(Double(sinceStart.magnitude) / 1e9) s" }
  }

  /// A test scheduler has no options.
  public struct SchedulerOptions: Sendable {}

  private let state = LockedValue(unchecked: State())

  fileprivate struct State: @unchecked Sendable {
    // Sendable because it never leaves the lock, and the thread that advances time runs the work.
    var now = SchedulerTimeType(sinceStart: 0)
    var entries: [Entry] = []
    var count = 0
  }

  fileprivate struct Entry {
    let number: Int
    let series: Int
    let date: SchedulerTimeType
    let interval: SchedulerTimeType.Stride?
    let action: UncheckedAction
  }

  fileprivate struct UncheckedAction: @unchecked Sendable {
    // Sendable because only the scheduler keeps it.
    let run: () -> Void
  }

  /// Creates a scheduler whose time is zero.
  public init() {}

  /// The time to which the test has advanced.
  public var now: SchedulerTimeType { state.withLock { $0.now } }
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// The number of scheduled pieces of work; repeated work counts once.
  public var pendingCount: Int { state.withLock { $0.entries.count } }

  /// Whether nothing is scheduled.
  public var isIdle: Bool { state.withLock { $0.entries.isEmpty } }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    _ = add(at: nil, interval: nil, action)
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    _ = add(at: date, interval: nil, action)
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    precondition(interval > 0, "An interval must be positive")
    let series = add(at: date, interval: interval, action)
    return AnyCancellable { [weak self] in self?.remove(series: series) }
  }

  /// Advances time by an interval, and runs the work that becomes due, each piece at its own instant.
  ///
  /// - Parameter stride: The interval. Without it, only the work that is due at the current instant runs.
  public func advance(by stride: SchedulerTimeType.Stride = 0) { advance(to: now.advanced(by: stride)) }

  /// Advances time to a point, and runs the work that becomes due, each piece at its own instant.
  ///
  /// - Parameter date: The point; a point in the past runs what is due, and time stays.
  public func advance(to date: SchedulerTimeType) {
    while let entry = removeNext(until: date) { entry.action.run() }
    state.withLock { $0.now = max($0.now, date) }
  }

  /// Advances time until nothing is scheduled.
  ///
  /// This method does not return while repeated work is scheduled.
  public func run() {
    while let entry = removeNext(until: nil) { entry.action.run() }
  }

  private func add(
    at date: SchedulerTimeType?, interval: SchedulerTimeType.Stride?, _ action: @escaping () -> Void
  ) -> Int {
    let action = UncheckedAction(run: action)
    return state.withLock { state in
      state.count += 1
      state.insert(
        Entry(
          number: state.count, series: state.count, date: max(date ?? state.now, state.now), interval: interval,
          action: action))
      return state.count
    }
  }

  private func remove(series: Int) {
    // Released after the lock, because a deinitialiser may call the scheduler.
    let removed = state.withLock { state in
      defer { state.entries.removeAll { $0.series == series } }
      return state.entries.first { $0.series == series }?.action
    }
    _ = removed
  }

  private func removeNext(until limit: SchedulerTimeType?) -> Entry? {
    state.withLock { state in
      guard let next = state.entries.last, limit.map({ next.date <= $0 }) ?? true else { return nil }
      state.entries.removeLast()
      state.now = max(state.now, next.date)
      if let interval = next.interval {
        state.count += 1
        state.insert(
          Entry(
            number: state.count, series: next.series, date: next.date.advanced(by: interval), interval: interval,
            action: next.action))
      }
      return next
    }
  }
}

extension TestScheduler.State {
  /// Inserts an entry into the sorted list, whose last entry is the next one.
  fileprivate mutating func insert(_ entry: TestScheduler.Entry) {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      // At equal dates a new entry goes behind the older ones.
      if entries[middle].date > entry.date { low = middle + 1 } else { high = middle }
    }
    entries.insert(entry, at: low)
  }
}
