import Synchronization

/// The demand that is outstanding, in one word: booked from any thread, exactly.
@usableFromInline package struct Credit: ~Copyable, Sendable {
  @usableFromInline package let word = Atomic<Int>(0)

  @inlinable @inline(__always) package static var unlimited: Int { .max }
  @inlinable @inline(__always) package static var closed: Int { -1 }

  @usableFromInline package init() {}

  @inlinable @inline(__always) package var isUnlimited: Bool { word.load(ordering: .acquiring) == Credit.unlimited }
  @inlinable @inline(__always) package var isClosed: Bool { word.load(ordering: .acquiring) == Credit.closed }

  /// What is outstanding.
  @usableFromInline package var outstanding: Subscribers.Demand {
    switch word.load(ordering: .acquiring) {
    case Credit.unlimited: .unlimited
    case Credit.closed: .none
    case let count: .max(count)
    }
  }

  /// Adds to the demand, unless it is closed.
  @usableFromInline package func grant(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    var current = word.load(ordering: .relaxed)
    while current != Credit.closed, current != Credit.unlimited {
      let sum = (Subscribers.Demand.max(current) + demand).max ?? Credit.unlimited
      let (done, found) = word.compareExchange(expected: current, desired: sum, ordering: .acquiringAndReleasing)
      if done { return }
      current = found
    }
  }

  /// Takes one value's worth.
  ///
  /// - Returns: Whether there was any.
  @inlinable @inline(__always) package func spend() -> Bool { isUnlimited || spendOne() }

  @usableFromInline package func spendOne() -> Bool {
    var current = word.load(ordering: .acquiring)
    while current > 0, current != Credit.unlimited {
      let (done, found) = word.compareExchange(
        expected: current, desired: current - 1, ordering: .acquiringAndReleasing)
      if done { return true }
      current = found
    }
    return current == Credit.unlimited
  }

  /// Whether there is any. To deliver a value without taking its worth first is for those who deliver one at a time; it is
  /// taken by `settle(_:)`.
  @inlinable @inline(__always) package var hasAny: Bool { word.load(ordering: .acquiring) > 0 }

  /// Takes the worth of a value that has been delivered, and adds what the delivery asked for: for a subscriber that asks
  /// for one at each value, nothing.
  @inlinable @inline(__always) package func settle(_ more: UInt) { if more != 1 { settleDifference(more) } }

  @usableFromInline package func settleDifference(_ more: UInt) {
    var current = word.load(ordering: .relaxed)
    // NB: what was there before the delivery still is, unless it was closed: only a delivery takes from it.
    while current != Credit.closed, current != Credit.unlimited {
      let sum = (Subscribers.Demand.max(current - 1) + Subscribers.Demand(raw: more)).max ?? Credit.unlimited
      let (done, found) = word.compareExchange(expected: current, desired: sum, ordering: .acquiringAndReleasing)
      if done { return }
      current = found
    }
  }

  /// Closes it for good.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline package func close() -> Bool {
    word.exchange(Credit.closed, ordering: .acquiringAndReleasing) != Credit.closed
  }
}
