import Synchronization

/// The place of a subscriber in a subject that remembers its newest value: the first demand is answered with that value, and
/// so is the first demand after values that found none.
///
/// Answering happens on the thread that asks, at once. A value that goes round meanwhile waits for the answer to be
/// delivered, and none of those that were asked for is lost.
final class RememberingSeat: Seat, @unchecked Sendable {
  // NB: Sendable because what it adds is behind its lock.
  private let memory: Memory
  private let state = Locked(State())

  private struct State {
    var demand = Subscribers.Demand.none
    /// A delivery is under way that is not the roster's.
    var isBusy = false
    /// The newest value has not been seen.
    var isBehind = true
    var waiting = Ring<ValueBox>()
    var ending: ((RawPort) -> Void)?
    var isGone = false
  }

  private enum Next {
    case value(ValueBox)
    case ending((RawPort) -> Void)
    case nothing
  }

  init(_ port: RawPort, roster: Roster, memory: Memory, name: StaticString) {
    self.memory = memory
    super.init(port, roster: roster, name: name)
  }

  override func offerBooked(_ value: UnsafeRawPointer) {
    let version = roster.version
    let isOurs = state.withLock { state -> Bool in
      guard !state.isGone, seen < version else { return false }
      guard state.demand > .none else {
        state.isBehind = true
        return false
      }
      state.demand -= 1
      state.isBehind = false
      seen = version
      if state.isBusy {
        state.waiting.append(memory.keep(value))
        return false
      }
      state.isBusy = true
      return true
    }
    if isOurs { settle(Subscribers.Demand(raw: port.value(value))) }
  }

  override func didJoin() {
    deliver(
      state.withLock { state in
        guard !state.isGone else { return .nothing }
        return catchUp(&state)
      })
  }

  override func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    let next = state.withLock { state -> Next in
      // NB: once everything is asked for, values pass the lock by, and what has been seen is no longer noted.
      guard !state.isGone, !credit.isUnlimited else { return .nothing }
      state.demand += demand
      return catchUp(&state)
    }
    deliver(next)
    roster.wantValues()
  }

  private func catchUp(_ state: inout State) -> Next {
    if seen < memory.version { state.isBehind = true }
    guard !state.isBusy else { return .nothing }
    state.isBusy = true
    return next(&state)
  }

  /// Delivers until there is nothing left that may be delivered.
  private func settle(_ additional: Subscribers.Demand) {
    deliver(
      state.withLock { state in
        state.demand += additional
        return next(&state)
      })
  }

  private func deliver(_ first: Next) {
    var step = first
    while true {
      switch step {
      case .value(let box):
        let additional = Subscribers.Demand(raw: box.hand(to: port))
        step = state.withLock { state in
          state.demand += additional
          return next(&state)
        }
      case .ending(let ending):
        end(ending)
        return
      case .nothing: return
      }
    }
  }

  private func next(_ state: inout State) -> Next {
    if !state.isGone {
      if let box = state.waiting.popFirst() { return .value(box) }
      if state.isBehind, state.demand > .none {
        let latest = memory.latest()
        state.isBehind = false
        state.demand -= 1
        seen = latest.version
        return .value(latest.box)
      }
    }
    state.isBusy = false
    if !state.isGone, let ending = state.ending {
      state.isGone = true
      state.ending = nil
      return .ending(ending)
    }
    if !state.isGone, state.demand == .unlimited { credit.open() }
    return .nothing
  }

  override func finish(_ ending: @escaping (RawPort) -> Void) {
    let isOurs = state.withLock { state -> Bool in
      guard !state.isGone else { return false }
      if state.isBusy {
        state.ending = ending
        return false
      }
      state.isGone = true
      return true
    }
    guard isOurs else { return }
    _ = credit.close()
    end(ending)
  }

  override func cancel() {
    let dropped = state.withLock { state -> State? in
      guard !state.isGone else { return nil }
      let dropped = state
      state = State(isGone: true)
      return dropped
    }
    guard dropped != nil else { return forgetEnd() }
    _ = credit.close()
    roster.leave(self)
  }
}

/// The newest value of a subject, whatever its type.
@usableFromInline class Memory: @unchecked Sendable {
  // NB: Sendable because the one class below it keeps its value behind a lock.
  @usableFromInline init() {}
  var version: Int { preconditionFailure("A memory is a Current") }
  func latest() -> (box: ValueBox, version: Int) { preconditionFailure("A memory is a Current") }
  func keep(_ value: UnsafeRawPointer) -> ValueBox { preconditionFailure("A memory is a Current") }
}

/// The newest value of a subject and how many there have been.
@usableFromInline final class Current<Value>: Memory, @unchecked Sendable {
  // NB: Sendable because its value is behind its lock.
  @usableFromInline let stored: Locked<Stored>

  @usableFromInline struct Stored {
    @usableFromInline var value: Value
    @usableFromInline var version = 0
  }

  @usableFromInline init(_ value: Value) { stored = Locked(Stored(value: value)) }

  @inlinable var value: Value { stored.withLock { $0.value } }

  /// Replaces the value.
  ///
  /// - Returns: The new version.
  @inlinable func replace(_ value: Value) -> Int {
    // NB: the old value is released after the lock: its deinit may be anybody's code.
    let (_, version) = stored.withLock { stored in
      let old = stored.value
      stored.value = value
      stored.version += 1
      return (old, stored.version)
    }
    return version
  }

  override var version: Int { stored.withLock { $0.version } }

  override func latest() -> (box: ValueBox, version: Int) {
    stored.withLock { (Boxed($0.value), $0.version) }
  }

  override func keep(_ value: UnsafeRawPointer) -> ValueBox {
    Boxed(value.assumingMemoryBound(to: Value.self).pointee)
  }
}
