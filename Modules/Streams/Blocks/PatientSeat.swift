/// The place of a subscriber in a subject that keeps values for it: what may not be delivered yet waits, the end behind it.
///
/// What waits is delivered by the thread that finds that it may be, one value at a time. What to deliver next is for the
/// seats below it to say.
@usableFromInline class PatientSeat: Seat, @unchecked Sendable {
  // NB: Sendable because what it adds is behind its lock.
  final let state = Locked(State())

  struct State {
    var demand = Subscribers.Demand.none
    /// A delivery is under way.
    var isBusy = false
    var waiting = Ring<ValueBox>()
    var ending: ((RawPort) -> Void)?
    var isGone = false
  }

  enum Next {
    case value(ValueBox)
    case ending((RawPort) -> Void)
    case nothing
  }

  /// What may be delivered, or nothing: then nobody is busy any more. Under the lock.
  func next(_ state: inout State) -> Next { preconditionFailure("A patient seat remembers or replays") }

  /// Changes the state, and delivers what may be delivered unless somebody is at it.
  final func proceed(_ change: (inout State) -> Void) {
    deliver(
      state.withLock { state in
        guard !state.isGone else { return .nothing }
        change(&state)
        guard !state.isBusy else { return .nothing }
        state.isBusy = true
        return next(&state)
      })
  }

  /// Goes on after a delivery.
  final func settle(_ additional: UInt) {
    deliver(resume(additional))
  }

  private func resume(_ additional: UInt) -> Next {
    state.withLock { state in
      state.demand += Subscribers.Demand(raw: additional)
      return next(&state)
    }
  }

  private func deliver(_ first: Next) {
    var step = first
    while case .value(let box) = step { step = resume(box.hand(to: port)) }
    guard case .ending(let ending) = step else { return }
    _ = credit.close()
    end(ending)
  }

  override func finish(_ ending: @escaping (RawPort) -> Void) { proceed { $0.ending = ending } }

  override func cancel() {
    let dropped = state.withLock { state in
      defer { state = State(isGone: true) }
      return state
    }
    guard !dropped.isGone else { return forgetEnd() }
    _ = credit.close()
    roster.leave(self)
  }
}
