/// The place of a subscriber in a subject that remembers its last values: it begins with them.
///
/// What has been asked for is never dropped; of what has not, it keeps as many as the subject remembers.
final class ReplayingSeat: PatientSeat, @unchecked Sendable {
  // NB: Sendable because what it adds is behind its superclass's lock.
  private let history: History
  @exclusivity(unchecked) private var hasHistory = false

  init(_ port: RawPort, roster: Roster, history: History, name: StaticString) {
    self.history = history
    super.init(port, roster: roster, name: name)
  }

  override func didJoin() { proceed { self.recall(&$0) } }

  /// Inside the roster's gate, so nothing is sent meanwhile.
  private func recall(_ state: inout State) {
    guard !hasHistory else { return }
    hasHistory = true
    for box in history.boxes { state.waiting.append(box) }
  }

  override func offerBooked(_ value: UnsafeRawPointer) {
    let box = history.keep(value)
    var dropped: ValueBox?
    proceed { state in
      state.waiting.append(box)
      // NB: released after the lock.
      if state.waiting.count > max(self.history.limit, state.demand.max ?? .max) { dropped = state.waiting.popFirst() }
    }
    _ = dropped
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

  override func next(_ state: inout State) -> Next {
    if state.demand > .none, let box = state.waiting.popFirst() {
      state.demand -= 1
      return .value(box)
    }
    if state.waiting.isEmpty, let ending = state.ending {
      state = State(isGone: true)
      return .ending(ending)
    }
    state.isBusy = false
    return .nothing
  }
}
