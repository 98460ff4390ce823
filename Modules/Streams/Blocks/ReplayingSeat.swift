/// The place of a subscriber in a subject that remembers its last values: it begins with them.
///
/// What has been asked for is never dropped; of what has not, it keeps as many as the subject remembers.
final class ReplayingSeat: Seat, @unchecked Sendable {
  // NB: Sendable because what it adds is behind its lock.
  private let history: History
  private let state = Locked(State())

  private struct State {
    var demand = Subscribers.Demand.none
    var waiting = Ring<ValueBox>()
    var hasHistory = false
    /// A delivery is under way that is not the roster's.
    var isBusy = false
    var ending: ((RawPort) -> Void)?
    var isGone = false
  }

  private enum Next {
    case value(ValueBox)
    case ending((RawPort) -> Void)
    case nothing
  }

  init(_ port: RawPort, roster: Roster, history: History, name: StaticString) {
    self.history = history
    super.init(port, roster: roster, name: name)
  }

  override func didJoin() { proceed { self.recall(&$0) } }

  /// Inside the roster's gate, so nothing is sent meanwhile.
  private func recall(_ state: inout State) {
    guard !state.hasHistory else { return }
    state.hasHistory = true
    for box in history.boxes { state.waiting.append(box) }
  }

  override func offerBooked(_ value: UnsafeRawPointer) {
    let box = history.keep(value)
    proceed { $0.waiting.append(box) }
  }

  override func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    proceed { $0.demand += demand }
    roster.wantValues()
  }

  override func finish(_ ending: @escaping (RawPort) -> Void) {
    proceed {
      self.recall(&$0)
      $0.ending = ending
    }
  }

  /// Changes the state, and delivers what may be delivered unless somebody is at it.
  private func proceed(_ change: (inout State) -> Void) {
    var dropped: [ValueBox] = []
    var step = state.withLock { state -> Next in
      guard !state.isGone else { return .nothing }
      change(&state)
      dropped = trim(&state)
      guard !state.isBusy else { return .nothing }
      state.isBusy = true
      return next(&state)
    }
    // NB: released after the lock.
    _ = dropped
    while true {
      switch step {
      case .value(let box):
        let additional = Subscribers.Demand(raw: box.hand(to: port))
        step = state.withLock { state in
          state.demand += additional
          return next(&state)
        }
      case .ending(let ending):
        _ = credit.close()
        end(ending)
        return
      case .nothing: return
      }
    }
  }

  private func trim(_ state: inout State) -> [ValueBox] {
    let room = max(history.limit, state.demand.max ?? .max)
    var dropped: [ValueBox] = []
    while state.waiting.count > room, let box = state.waiting.popFirst() { dropped.append(box) }
    return dropped
  }

  private func next(_ state: inout State) -> Next {
    if !state.isGone {
      if state.demand > .none, let box = state.waiting.popFirst() {
        state.demand -= 1
        return .value(box)
      }
      if state.waiting.isEmpty, let ending = state.ending {
        state = State(isGone: true)
        return .ending(ending)
      }
    }
    state.isBusy = false
    return .nothing
  }

  override func cancel() {
    let dropped = state.withLock { state in
      defer { state = State(isGone: true) }
      return state
    }
    guard !dropped.isGone else { return }
    _ = credit.close()
    roster.leave(self)
  }
}

/// The last values of a subject. Touched only inside the roster's gate.
@usableFromInline final class History: @unchecked Sendable {
  // NB: Sendable because only whoever is inside the gate touches what is variable.
  @usableFromInline let limit: Int
  /// Copies a value.
  @usableFromInline let keep: (UnsafeRawPointer) -> ValueBox
  @exclusivity(unchecked) private var ring = Ring<ValueBox>()

  @usableFromInline init(limit: Int, keep: @escaping (UnsafeRawPointer) -> ValueBox) {
    self.limit = limit
    self.keep = keep
  }

  /// The values, the oldest first.
  var boxes: [ValueBox] {
    var copy = ring
    var boxes: [ValueBox] = []
    while let box = copy.popFirst() { boxes.append(box) }
    return boxes
  }

  @usableFromInline func append(_ value: UnsafeRawPointer) {
    guard limit > 0 else { return }
    ring.append(keep(value))
    if ring.count > limit { _ = ring.popFirst() }
  }
}
