import Locking

/// Counts the bytes of files that a transfer sends and receives, on any thread, and reports about each half a hundredth of them.
package final class TransferMeter: Sendable {
  private struct State {
    var attempt = 1
    var last: TransferProgress?
    /// How many bytes were counted in the present direction.
    var count = 0
    /// The count that is reported next.
    var next = 0
    /// How often something was sent or received.
    var activity = 0
  }

  private static let parts = 200
  private static let leastStep = 16 << 10

  private let state = LockedValue(State())
  private let report: @Sendable (TransferProgress) -> Void

  package init(report: @escaping @Sendable (TransferProgress) -> Void = { _ in }) { self.report = report }

  /// How often something was sent or received.
  package var activity: Int { state.withLock { $0.activity } }

  /// The bytes of a request are sent, from the first one on.
  package func beginSending(_ total: Int) {
    begin { state in
      if state.last != nil { state.attempt += 1 }
      state.last = TransferProgress(.sent, 0, of: total, attempt: state.attempt)
    }
  }

  /// The bytes of a reply are received.
  ///
  /// - Parameter total: how many there are; `nil` if the server does not say.
  package func beginReceiving(_ total: Int?) {
    begin { state in
      if state.last?.direction == .received { state.attempt += 1 }
      state.last = TransferProgress(.received, 0, of: total, attempt: state.attempt)
    }
  }

  private func begin(_ change: (inout State) -> Void) {
    let progress = state.withLock { state in
      change(&state)
      state.count = 0
      state.next = Self.next(after: 0, of: state.last?.total ?? nil)
      state.activity += 1
      return state.last
    }
    if let progress { report(progress) }
  }

  /// Counts bytes.
  package func add(_ count: Int) {
    let progress = state.withLock { state -> TransferProgress? in
      state.activity += 1
      state.count += count
      guard let last = state.last, state.count >= state.next, state.count > last.count else { return nil }
      state.next = Self.next(after: state.count, of: last.total)
      state.last = TransferProgress(last.direction, state.count, of: last.total, attempt: last.attempt)
      return state.last
    }
    if let progress { report(progress) }
  }

  /// All bytes of the present direction were counted.
  package func finish() {
    let progress = state.withLock { state -> TransferProgress? in
      guard let last = state.last, state.count > last.count else { return nil }
      state.last = TransferProgress(last.direction, state.count, of: last.total, attempt: last.attempt)
      return state.last
    }
    if let progress { report(progress) }
  }

  /// Something has happened other than bytes of files: it is not silent.
  package func touch() { state.withLock { $0.activity += 1 } }

  private static func next(after count: Int, of total: Int?) -> Int {
    guard let total else { return count + max(leastStep, count / 64) }
    return count == total ? .max : min(total, count + max(1, total / parts))
  }
}
