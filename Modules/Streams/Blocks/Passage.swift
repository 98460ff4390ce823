import Synchronization

/// A queue of boxes between two threads: one puts in at a time, one takes out at a time, and neither waits for the other.
@usableFromInline package struct Passage: ~Copyable, @unchecked Sendable {
  // NB: Sendable because what both ends touch is atomic, and a box in here is nobody else's.

  /// The box that came last, which leads to the one before it and so on. Each is retained once.
  private let arrivals = Atomic<Unmanaged<ValueBox>?>(nil)
  /// The box that came first of those taken from `arrivals`, which leads to the one after it. Only of the taking end.
  private let departures = Atomic<Unmanaged<ValueBox>?>(nil)

  init() {}

  func put(_ box: ValueBox) {
    let new = Unmanaged.passRetained(box)
    box.neighbour = arrivals.load(ordering: .relaxed)
    while true {
      let (done, found) = arrivals.compareExchange(expected: box.neighbour, desired: new, ordering: .releasing)
      if done { return }
      box.neighbour = found
    }
  }

  func take() -> ValueBox? {
    let first = departures.load(ordering: .relaxed) ?? oldestArrival()
    guard let box = first?.takeRetainedValue() else { return nil }
    departures.store(box.neighbour, ordering: .relaxed)
    return box
  }

  /// Takes what has arrived, and has each box lead to the one that came after it.
  private func oldestArrival() -> Unmanaged<ValueBox>? {
    var next = arrivals.exchange(nil, ordering: .acquiring)
    var oldest: Unmanaged<ValueBox>?
    while let box = next {
      box._withUnsafeGuaranteedRef {
        next = $0.neighbour
        $0.neighbour = oldest
      }
      oldest = box
    }
    return oldest
  }

  // NB: one after the other, because to release a chain is to nest as deep as it is long.
  deinit { while take() != nil {} }
}
