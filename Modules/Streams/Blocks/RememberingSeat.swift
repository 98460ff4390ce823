/// The place of a subscriber in a subject that remembers its newest value: the first demand is answered with that value, and
/// so is the first demand after values that found none.
///
/// Answering happens on the thread that asks, at once. A value that goes round meanwhile waits for the answer to be
/// delivered, and none of those that were asked for is lost.
@usableFromInline final class RememberingSeat<Value>: PatientSeat, @unchecked Sendable {
  // NB: Sendable because what it adds is behind its superclass's lock.
  private let memory: Current<Value>
  /// The newest value has not been seen.
  @exclusivity(unchecked) private var isBehind = true

  @usableFromInline init(_ port: RawPort, roster: Roster, memory: Current<Value>, name: StaticString) {
    self.memory = memory
    super.init(port, roster: roster, name: name)
  }

  override func offerBooked(_ value: UnsafeRawPointer) {
    let version = roster.version
    let isOurs = state.withLock { state -> Bool in
      guard !state.isGone, seen < version else { return false }
      guard state.demand > .none else {
        isBehind = true
        return false
      }
      state.demand -= 1
      isBehind = false
      seen = version
      if state.isBusy {
        state.waiting.append(Boxed<Value>.keep(value))
        return false
      }
      state.isBusy = true
      return true
    }
    if isOurs { settle(port.value(value)) }
  }

  override func didJoin() { proceed { _ in self.catchUp() } }

  override func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    proceed { state in
      // NB: once everything is asked for, values pass the lock by, and what has been seen is no longer noted.
      guard !self.credit.isUnlimited else { return }
      state.demand += demand
      self.catchUp()
    }
    roster.wantValues()
  }

  private func catchUp() { if seen < memory.version { isBehind = true } }

  override func next(_ state: inout State) -> Next {
    if let box = state.waiting.popFirst() { return .value(box) }
    if !state.isGone, isBehind, state.demand > .none {
      let latest = memory.latest
      isBehind = false
      state.demand -= 1
      seen = latest.version
      return .value(Boxed(latest.value))
    }
    state.isBusy = false
    if let ending = state.ending {
      state = State(isGone: true)
      return .ending(ending)
    }
    if !state.isGone, state.demand == .unlimited { credit.open() }
    return .nothing
  }
}
