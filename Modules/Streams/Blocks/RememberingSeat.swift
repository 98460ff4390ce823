/// The place of a subscriber in a subject that remembers its newest value: the first demand is answered with that value, and
/// so is the first demand after values that found none.
///
/// Answering happens on the thread that asks, at once. A value that goes round meanwhile waits for the answer to be
/// delivered, and none of those that were asked for is lost.
@usableFromInline package final class RememberingSeat<Value>: PatientSeat, @unchecked Sendable {
  // NB: Sendable because what it adds is touched only inside its superclass's gate.
  private let memory: Current<Value>
  /// The newest value has not been seen.
  @exclusivity(unchecked) private var isBehind = true

  @usableFromInline package init(
    _ port: RawPort, of subject: AnyObject?, roster: Roster, memory: Current<Value>, name: StaticString
  ) {
    self.memory = memory
    super.init(port, of: subject, roster: roster, name: name, keep: Boxed<Value>.keep)
  }

  package override func take(_ version: Int, box: () -> ValueBox, hand: () -> UInt) {
    guard !isGone, seen < version else { return }
    isBehind = demand == .none
    guard !isBehind else { return }
    seen = version
    book(hand())
  }

  package override func didJoin() {
    // NB: what went round before is made up for; what is stored already and waits for its turn comes round.
    let version = roster.version
    turn.perform {
      if self.seen < version { self.isBehind = true }
      self.deliver()
    }
  }

  package override func next() -> ValueBox? {
    guard isBehind else { return nil }
    let latest = memory.latest
    isBehind = false
    seen = latest.version
    return Boxed(latest.value)
  }
}
