/// The place of a subscriber in a subject that remembers its last values: it begins with them.
///
/// What has been asked for is never dropped; of what has not, it keeps as many as the subject remembers.
package final class ReplayingSeat: PatientSeat, @unchecked Sendable {
  // NB: Sendable because what it adds is touched only inside its superclass's gate.
  private let history: History
  @exclusivity(unchecked) private var hasHistory = false
  /// Whether it hears of what is sent.
  @exclusivity(unchecked) private var isSettled = false
  @exclusivity(unchecked) private var waiting = Ring<ValueBox>()

  package init(_ port: RawPort, of subject: AnyObject, roster: Roster, history: History, name: StaticString) {
    self.history = history
    super.init(port, of: subject, roster: roster, name: name, keep: history.keep)
  }

  /// Takes what there is until here, when it is first asked for.
  private func recall() {
    guard !hasHistory else { return }
    hasHistory = true
    (waiting, seen) = history.latest(isNewcomer: !isSettled)
  }

  package override func settle() {
    let version = roster.version
    turn.perform {
      self.isSettled = true
      guard self.hasHistory else { return }
      var missed = self.history.missed(by: self.seen, until: version)
      self.seen = max(self.seen, version)
      while !self.isGone, let box = missed.popFirst() { self.store(box) }
      self.deliver()
    }
  }

  package override func take(_ version: Int, box: () -> ValueBox, hand: () -> UInt) {
    guard !isGone, hasHistory, seen < version else { return }
    guard demand == .none else { return book(hand()) }
    store(box())
  }

  private func store(_ box: ValueBox) {
    waiting.append(box)
    if demand == .none, waiting.count > history.limit { _ = waiting.popFirst() }
  }

  package override func finish(_ ending: @escaping (RawPort) -> Void) {
    turn.perform { self.recall() }
    super.finish(ending)
  }

  package override var hasMore: Bool { !waiting.isEmpty }

  package override func next() -> ValueBox? {
    recall()
    return waiting.popFirst()
  }

  package override func release() {
    super.release()
    waiting.removeAll()
  }
}
