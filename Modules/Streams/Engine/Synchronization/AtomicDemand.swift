import Synchronization

/// The outstanding demand of a subscription, in one word: what was requested minus what was delivered.
///
/// It may be changed from any thread. Each change is one atomic step that acquires and releases, so that a delivery sees what
/// the request before it has written.
@usableFromInline package struct AtomicDemand: ~Copyable, Sendable {
  /// The raw value of a `Subscribers.Demand`, or `closed`.
  @usableFromInline package let word = Atomic<UInt>(0)

  @inlinable @inline(__always) package static var unlimited: UInt { Subscribers.Demand.unlimitedRaw }
  @inlinable @inline(__always) package static var closed: UInt { .max }

  @usableFromInline package init() {}

  // These loads acquire what a request, or `close`, has released on another thread.
  @inlinable @inline(__always) package var isUnlimited: Bool {
    word.load(ordering: .acquiring) == AtomicDemand.unlimited
  }
  @inlinable @inline(__always) package var isClosed: Bool { word.load(ordering: .acquiring) == AtomicDemand.closed }
  @inlinable @inline(__always) package var isPositive: Bool { value > .none }

  /// The outstanding demand; none once it is closed.
  @inlinable @inline(__always) package var value: Subscribers.Demand {
    let raw = word.load(ordering: .acquiring)
    return Subscribers.Demand(raw: raw == AtomicDemand.closed ? 0 : raw)
  }

  /// Books a request.
  @usableFromInline package func add(_ demand: Subscribers.Demand) {
    if demand > .none { update { $0 + demand } }
  }

  /// Books one delivery, before it.
  ///
  /// - Returns: Whether there was demand.
  @inlinable @inline(__always) package func consume() -> Bool { isUnlimited || consumeCounted() }

  @usableFromInline package func consumeCounted() -> Bool {
    var current = word.load(ordering: .acquiring)
    while current > 0, current < AtomicDemand.unlimited {
      let (done, found) = word.compareExchange(
        expected: current, desired: current - 1, ordering: .acquiringAndReleasing)
      if done { return true }
      current = found
    }
    return current == AtomicDemand.unlimited
  }

  /// Books up to a number of deliveries, before them.
  ///
  /// - Returns: How many there is demand for.
  @usableFromInline package func consume(upTo count: Int) -> Int {
    var current = word.load(ordering: .acquiring)
    while current < AtomicDemand.unlimited {
      let consumed = min(current, UInt(count))
      let (done, found) = word.compareExchange(
        expected: current, desired: current - consumed, ordering: .acquiringAndReleasing)
      if done { return Int(consumed) }
      current = found
    }
    return current == AtomicDemand.unlimited ? count : 0
  }

  /// Books one delivery, after it, together with what it has requested. For subscriptions that deliver one value at a time
  /// and have checked ``isPositive``.
  @inlinable @inline(__always) package func consume(adding more: UInt) { if more != 1 { consumeAndAdd(more) } }

  @usableFromInline package func consumeAndAdd(_ more: UInt) {
    // What was there before the delivery still is, unless it was closed: only a delivery consumes.
    update { $0 - 1 + Subscribers.Demand(raw: more) }
  }

  /// Changes a finite demand.
  private func update(_ change: (Subscribers.Demand) -> Subscribers.Demand) {
    var current = word.load(ordering: .relaxed)
    while current < AtomicDemand.unlimited {
      let changed = change(Subscribers.Demand(raw: current)).raw
      let (done, found) = word.compareExchange(expected: current, desired: changed, ordering: .acquiringAndReleasing)
      if done { return }
      current = found
    }
  }

  /// Closes it: nothing is delivered from here on.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline package func close() -> Bool {
    word.exchange(AtomicDemand.closed, ordering: .acquiringAndReleasing) != AtomicDemand.closed
  }
}
