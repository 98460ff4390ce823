import Synchronization

/// The demand that is outstanding, in one word: booked from any thread, exactly.
@usableFromInline package struct AtomicDemand: ~Copyable, Sendable {
  @usableFromInline package let word = Atomic<Int>(0)

  @inlinable @inline(__always) package static var unlimited: Int { .max }
  @inlinable @inline(__always) package static var closed: Int { -1 }

  @usableFromInline package init() {}

  @inlinable @inline(__always) package var isUnlimited: Bool {
    word.load(ordering: .acquiring) == AtomicDemand.unlimited
  }
  @inlinable @inline(__always) package var isClosed: Bool { word.load(ordering: .acquiring) == AtomicDemand.closed }

  /// What is outstanding.
  @usableFromInline package var value: Subscribers.Demand {
    switch word.load(ordering: .acquiring) {
    case AtomicDemand.unlimited: .unlimited
    case AtomicDemand.closed: .none
    case let count: .max(count)
    }
  }

  /// Adds to the demand, unless it is closed.
  @usableFromInline package func add(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    var current = word.load(ordering: .relaxed)
    while current != AtomicDemand.closed, current != AtomicDemand.unlimited {
      let sum = (Subscribers.Demand.max(current) + demand).max ?? AtomicDemand.unlimited
      let (done, found) = word.compareExchange(expected: current, desired: sum, ordering: .acquiringAndReleasing)
      if done { return }
      current = found
    }
  }

  /// Takes one value's worth.
  ///
  /// - Returns: Whether there was any.
  @inlinable @inline(__always) package func consume() -> Bool { isUnlimited || consumeOne() }

  @usableFromInline package func consumeOne() -> Bool {
    var current = word.load(ordering: .acquiring)
    while current > 0, current != AtomicDemand.unlimited {
      let (done, found) = word.compareExchange(
        expected: current, desired: current - 1, ordering: .acquiringAndReleasing)
      if done { return true }
      current = found
    }
    return current == AtomicDemand.unlimited
  }

  /// Whether there is any. To deliver a value without taking its worth first is for those who deliver one at a time; it is
  /// taken by ``consumeOne(adding:)``.
  @inlinable @inline(__always) package var isPositive: Bool { word.load(ordering: .acquiring) > 0 }

  /// Takes the worth of a value that has been delivered, and adds what the delivery asked for: for a subscriber that asks
  /// for one at each value, nothing.
  @inlinable @inline(__always) package func consumeOne(adding more: UInt) { if more != 1 { replaceOne(with: more) } }

  @usableFromInline package func replaceOne(with more: UInt) {
    var current = word.load(ordering: .relaxed)
    // NB: what was there before the delivery still is, unless it was closed: only a delivery takes from it.
    while current != AtomicDemand.closed, current != AtomicDemand.unlimited {
      let sum = (Subscribers.Demand.max(current - 1) + Subscribers.Demand(raw: more)).max ?? AtomicDemand.unlimited
      let (done, found) = word.compareExchange(expected: current, desired: sum, ordering: .acquiringAndReleasing)
      if done { return }
      current = found
    }
  }

  /// Closes it for good.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline package func close() -> Bool {
    word.exchange(AtomicDemand.closed, ordering: .acquiringAndReleasing) != AtomicDemand.closed
  }
}
