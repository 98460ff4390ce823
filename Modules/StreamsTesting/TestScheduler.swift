import Dispatch
import Locking
public import Streams

/// A scheduler whose time is driven by hand.
///
/// Nothing runs until time is advanced; work that is due at the same instant runs in the order in which it was scheduled.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let cancellable = subject.debounce(for: 0.5, scheduler: scheduler).sink { print($0) }
/// subject.send("a")
/// scheduler.advance(by: 0.5)  // prints "a"
/// ```
public final class TestScheduler: Scheduler, @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.

  /// A point in the scheduler's time, counted from its start.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable, CustomStringConvertible {
    /// A dispatch queue's, so that an erased test scheduler can stand for a queue.
    public typealias Stride = DispatchQueue.SchedulerTimeType.Stride

    /// The time since the scheduler's start.
    public let sinceStart: Stride

    /// Makes a point in time.
    public init(sinceStart: Stride) { self.sinceStart = sinceStart }

    public func distance(to other: SchedulerTimeType) -> Stride { other.sinceStart - sinceStart }
    public func advanced(by n: Stride) -> SchedulerTimeType { SchedulerTimeType(sinceStart: sinceStart + n) }
    public var description: String { "\(Double(sinceStart.magnitude) / 1e9) s" }
  }

  /// It has no options.
  public struct SchedulerOptions: Sendable {}

  private let state = LockedValue(unchecked: State())

  fileprivate struct State: @unchecked Sendable {
    // NB: Sendable because it never leaves the mutex, and work is run by the thread that advances the time.
    var now = SchedulerTimeType(sinceStart: 0)
    var entries: [Entry] = []
    var count = 0
  }

  fileprivate struct Entry {
    let number: Int
    let series: Int
    let date: SchedulerTimeType
    let interval: SchedulerTimeType.Stride?
    let action: Unshared
  }

  fileprivate struct Unshared: @unchecked Sendable {
    // NB: Sendable because the scheduler alone keeps it.
    let run: () -> Void
  }

  /// Makes a scheduler whose time is zero.
  public init() {}

  public var now: SchedulerTimeType { state.withLock { $0.now } }
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// How many pieces of work are scheduled; repeated work is one.
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

  /// Moves time on, and runs what falls due on the way, each at its own instant.
  ///
  /// - Parameter stride: How far; by nothing runs what is due at the present instant.
  public func advance(by stride: SchedulerTimeType.Stride = 0) { advance(to: now.advanced(by: stride)) }

  /// Moves time on to a point, and runs what falls due on the way, each at its own instant.
  public func advance(to date: SchedulerTimeType) {
    while let entry = take(until: date) { entry.action.run() }
    state.withLock { $0.now = max($0.now, date) }
  }

  /// Moves time on until nothing is scheduled.
  ///
  /// NB: never returns while repeated work is scheduled.
  public func run() {
    while let entry = take(until: nil) { entry.action.run() }
  }

  private func add(
    at date: SchedulerTimeType?, interval: SchedulerTimeType.Stride?, _ action: @escaping () -> Void
  ) -> Int {
    let action = Unshared(run: action)
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
    // NB: what is removed is released after the lock.
    let removed = state.withLock { state in
      defer { state.entries.removeAll { $0.series == series } }
      return state.entries.first { $0.series == series }?.action
    }
    _ = removed
  }

  private func take(until limit: SchedulerTimeType?) -> Entry? {
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
  /// Keeps the entries sorted, the next one last.
  fileprivate mutating func insert(_ entry: TestScheduler.Entry) {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      // NB: numbers rise, so an equal date goes behind those that are there.
      if entries[middle].date > entry.date { low = middle + 1 } else { high = middle }
    }
    entries.insert(entry, at: low)
  }
}
