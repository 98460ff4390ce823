import Dispatch

/// Lets a replay wait for what other threads do.
@MainActor final class Progress {
  private var waiter: CheckedContinuation<Void, Never>?

  nonisolated init() {}

  /// Something has happened that may end a wait. Any thread may call it.
  nonisolated var signal: @Sendable () -> Void {
    { DispatchQueue.main.async { MainActor.assumeIsolated { self.wake() } } }
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }

  /// Waits until a condition is true.
  ///
  /// - Returns: whether it is, when the time limit is over at the latest.
  func wait(atMost limit: DispatchTimeInterval, until isDone: () -> Bool) async -> Bool {
    guard !isDone() else { return true }
    var isOver = false
    let alarm = DispatchWorkItem { isOver = true }
    alarm.notify(queue: .main) { self.wake() }
    DispatchQueue.main.asyncAfter(deadline: .now() + limit, execute: alarm)
    while !isDone(), !isOver { await withCheckedContinuation { waiter = $0 } }
    return isDone()
  }
}
