import Dispatch
import Words

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

/// How long the turns of a replay wait for what other threads do.
@MainActor final class ThreadWait {
  let progress = Progress()
  private let timeout: Duration
  /// How many nanoseconds a turn waits before ``onWait`` is told.
  private let longWait: Int
  private let onWait: ((_ message: LocalizedText) -> Void)?
  /// How many nanoseconds the turn waits.
  private var limit = 0

  init(timeout: Duration, longWait: Int, onWait: ((_ message: LocalizedText) -> Void)?) {
    self.timeout = timeout
    self.longWait = longWait
    self.onWait = onWait
  }

  /// A turn waits as long as it took in the recording, and some time more.
  func beginTurn(recorded nanoseconds: Int) { limit = Int(timeout / .nanoseconds(1)) + 2 * nanoseconds }

  /// Waits until a condition is true. After a turn has waited in vain, its later waits end at once.
  ///
  /// - Returns: whether it is.
  func wait(for awaited: @autoclosure () -> Awaited?, until isDone: () -> Bool) async -> Bool {
    let rest = limit - longWait
    var hasCome = await progress.wait(atMost: .nanoseconds(min(limit, longWait)), until: isDone)
    if !hasCome, rest > 0 {
      if let message = awaited()?.message(seconds: Double(rest) / 1e9) { onWait?(message) }
      hasCome = await progress.wait(atMost: .nanoseconds(rest), until: isDone)
    }
    if !hasCome { limit = 0 }
    return hasCome
  }
}
