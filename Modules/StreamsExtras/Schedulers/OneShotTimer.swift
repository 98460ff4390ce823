public import Streams

extension Scheduler {
  /// Runs an action once after a time, unless it is cancelled before.
  ///
  /// `schedule(after:)` of a scheduler cannot be cancelled.
  ///
  /// ```swift
  /// let timeout = DispatchQueue.main.timer(after: .seconds(5)) { show(0) }
  /// timeout.cancel()
  /// ```
  ///
  /// - Cancellation: When the result is cancelled or released. An action that has begun goes on.
  /// - Parameters:
  ///   - time: The time.
  ///   - action: What runs, by the scheduler.
  /// - Returns: A cancellable that keeps the timer alive.
  @_disfavoredOverload
  public func timer(after time: Duration, _ action: @escaping () -> Void) -> AnyCancellable {
    let timer = OneShotTimer(action)
    // NB: only repeated work can be cancelled.
    timer.didStart(
      schedule(after: now.advanced(by: .init(saturating: time)), interval: .seconds(3_600)) { timer.take()?() })
    return AnyCancellable { _ = timer.take() }
  }
}

private final class OneShotTimer: Sendable {
  private struct State {
    /// `nil` after it has run, and after a cancel.
    var action: (() -> Void)?
    var work: (any Cancellable)?
  }

  private let state: Locked<State>

  init(_ action: @escaping () -> Void) { state = Locked(State(action: action)) }

  /// Keeps the repeated work. A scheduler may have run it before.
  func didStart(_ work: any Cancellable) {
    let isOver = state.withLock { state in
      if state.action != nil { state.work = work }
      return state.action == nil
    }
    if isOver { work.cancel() }
  }

  /// Stops the work.
  ///
  /// - Returns: The action, the first time.
  func take() -> (() -> Void)? {
    let old = state.exchange(State())
    old.work?.cancel()
    return old.action
  }
}
