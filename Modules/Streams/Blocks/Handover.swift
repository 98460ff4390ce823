/// One upstream after another: the next is subscribed when the current has ended, and the demand that is left goes with it.
///
/// Upstreams that end while they are being subscribed are followed by a loop, so a chain of any length does not nest.
@usableFromInline final class Handover: Subscription, CustomStringConvertible, @unchecked Sendable {
  // NB: Sendable because what is variable is behind the lock.
  @usableFromInline let port: RawPort
  @usableFromInline let name: StaticString
  @usableFromInline let credit = Credit()
  private let state = Locked(State())

  private struct State {
    var subscription: (any Subscription)?
    /// Which upstream is the current one.
    var turn = 0
    var isIntroduced = false
    var isSwitching = false
    var next: (() -> Void)?
    var isOver = false
  }

  @usableFromInline init(_ port: RawPort, name: StaticString) {
    self.port = port
    self.name = name
  }

  /// Subscribes to the next upstream, after the one that is being subscribed to if there is one.
  @usableFromInline func proceed(_ subscribe: @escaping () -> Void) {
    let isOurs = state.withLock { state -> Bool in
      guard !state.isOver else { return false }
      state.next = subscribe
      defer { state.isSwitching = true }
      return !state.isSwitching
    }
    guard isOurs else { return }
    while let next = takeNext() { next() }
  }

  private func takeNext() -> (() -> Void)? {
    state.withLock { state in
      let next = state.next.take()
      if next == nil { state.isSwitching = false }
      return next
    }
  }

  /// Where the values of the next upstream go in.
  ///
  /// - Parameter end: What to do at its completion, unless everything is over.
  @inlinable func inlet<Value, Failure: Error>(
    of type: Value.Type = Value.self, end: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> Port<Value, Failure> {
    let turn = nextTurn()
    return Port(
      identity: self,
      subscription: { [self] in open($0, turn) },
      value: { [self] in take($0) },
      completion: { [self] in if close(turn) { end($0) } })
  }

  @usableFromInline func nextTurn() -> Int {
    state.withLock { state in
      state.turn += 1
      return state.turn
    }
  }

  @usableFromInline func open(_ subscription: any Subscription, _ turn: Int) {
    let decision = state.withLock { state -> (isKept: Bool, isFirst: Bool, left: Subscribers.Demand) in
      guard !state.isOver, state.turn == turn, state.subscription == nil else { return (false, false, .none) }
      state.subscription = subscription
      defer { state.isIntroduced = true }
      return (true, !state.isIntroduced, credit.outstanding)
    }
    guard decision.isKept else { return subscription.cancel() }
    if decision.isFirst {
      port.receive(subscription: self)
    } else if decision.left > .none {
      subscription.request(decision.left)
    }
  }

  @inlinable @inline(__always) func take(_ value: UnsafeRawPointer) -> UInt {
    guard credit.spend() else { return 0 }
    let more = port.value(value)
    if more > 0 { credit.grant(Subscribers.Demand(raw: more)) }
    return more
  }

  @usableFromInline func close(_ turn: Int) -> Bool {
    state.withLock { state in
      guard !state.isOver, state.turn == turn else { return false }
      state.subscription = nil
      return true
    }
  }

  /// Ends it.
  @usableFromInline func finish(_ end: (RawPort) -> Void) {
    if shut() { end(port) }
  }

  private func shut() -> Bool {
    guard credit.close() else { return false }
    let dropped = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    dropped.subscription?.cancel()
    return true
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    let subscription = state.withLock { state in
      // NB: booked under the lock, so that a hand-over sees either the demand or the subscription that gets it.
      credit.grant(demand)
      return state.subscription
    }
    subscription?.request(demand)
  }

  @usableFromInline func cancel() { _ = shut() }
  @usableFromInline var description: String { name.description }
}
