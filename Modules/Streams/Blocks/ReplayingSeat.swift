/// The place of a subscriber in a subject that remembers its last values: it begins with them.
///
/// What has been asked for is never dropped; of what has not, it keeps as many as the subject remembers.
final class ReplayingSeat: PatientSeat, @unchecked Sendable {
  // NB: Sendable because `hasHistory` belongs to the roster's gate, and what waits to its superclass's.
  private let history: History
  @exclusivity(unchecked) private var hasHistory = false
  @exclusivity(unchecked) private var waiting = Ring<ValueBox>()

  init(_ port: RawPort, roster: Roster, history: History, name: StaticString) {
    self.history = history
    super.init(port, roster: roster, name: name, keep: history.keep)
  }

  override func didJoin() { recall() }

  /// Inside the roster's gate, so nothing is sent meanwhile.
  private func recall() {
    guard !hasHistory else { return }
    hasHistory = true
    let boxes = history.boxes
    turn.perform {
      for box in boxes { self.waiting.append(box) }
      self.deliver()
    }
  }

  override func take(_ version: Int, box: () -> ValueBox, hand: () -> UInt) {
    guard !isGone else { return }
    guard demand == .none else { return book(hand()) }
    waiting.append(box())
    if waiting.count > history.limit { _ = waiting.popFirst() }
  }

  override func finish(_ ending: @escaping (RawPort) -> Void) {
    recall()
    super.finish(ending)
  }

  override var hasMore: Bool { !waiting.isEmpty }
  override func next() -> ValueBox? { waiting.popFirst() }

  override func release() {
    super.release()
    waiting.removeAll()
  }
}
