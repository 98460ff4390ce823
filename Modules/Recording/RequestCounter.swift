import Locking

/// Numbers the requests of a session. Any thread may use it.
final class RequestCounter: Sendable {
  private let count = LockedValue(0)

  /// The number of a request that is being made.
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
