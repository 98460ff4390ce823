import Locking

/// How a call goes, whose first end counts.
final class Progress: Sendable {
  enum State {
    case pending, answered, cancelled
  }

  let state = LockedValue(State.pending)

  func end(_ end: State) {
    state.withLock { state in
      if state == .pending { state = end }
    }
  }
}
