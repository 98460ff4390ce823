import Dispatch

/// Finds a connection on which nothing arrives although bytes are wanted, as a value.
struct SilenceWatch {
  typealias Time = DispatchQueue.SchedulerTimeType

  enum Verdict: Equatable {
    case silent
    case check(at: Time)
  }

  private let limit: Time.Stride
  /// When the last byte arrived, or bytes began to be wanted.
  private var last: Time
  /// When the next check is due.
  private(set) var due: Time

  init(limit: Time.Stride, from now: Time) {
    self.limit = limit
    last = now
    due = now.advanced(by: limit)
  }

  /// Starts the time again: a byte has arrived, or bytes are wanted again.
  mutating func restart(at now: Time) { last = max(last, now) }

  /// Checks when it is due, or later.
  ///
  /// - Parameter isPaused: whether no bytes are wanted.
  mutating func check(at now: Time, isPaused: Bool) -> Verdict {
    let wasStopped = WakeRule.wasStopped(due: due, now: now, limit: limit)
    if isPaused || wasStopped { last = now }
    guard last.distance(to: now) < limit else { return .silent }
    due = last.advanced(by: limit)
    return .check(at: due)
  }
}
