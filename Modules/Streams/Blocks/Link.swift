import Synchronization

/// The upstream end of a block: the one subscription it has there, until it is closed.
@usableFromInline struct Link: ~Copyable, @unchecked Sendable {
  // NB: Sendable because `phase` is atomic and the subscription is behind its lock.
  @usableFromInline let phase = Atomic<UInt8>(Link.waiting)
  @usableFromInline let subscription = Locked<(any Subscription)?>(nil)

  @inlinable @inline(__always) static var waiting: UInt8 { 0 }
  @inlinable @inline(__always) static var open: UInt8 { 1 }
  @inlinable @inline(__always) static var closed: UInt8 { 2 }

  @usableFromInline init() {}

  /// Whether values may come.
  @inlinable @inline(__always) var isOpen: Bool { phase.load(ordering: .acquiring) == Link.open }

  @inlinable var isClosed: Bool { phase.load(ordering: .acquiring) == Link.closed }

  /// The subscription, while the link is open.
  @usableFromInline var current: (any Subscription)? { subscription.withLock { $0 } }

  /// Keeps the subscription; a second one, or one that comes after the end, is cancelled.
  @usableFromInline func attach(_ new: any Subscription) -> Bool {
    let isKept = subscription.withLock { subscription -> Bool in
      guard phase.load(ordering: .relaxed) == Link.waiting else { return false }
      subscription = new
      phase.store(Link.open, ordering: .releasing)
      return true
    }
    if !isKept { new.cancel() }
    return isKept
  }

  /// Asks upstream for values, if it is still there.
  @usableFromInline func request(_ demand: Subscribers.Demand) {
    current?.request(demand)
  }

  /// Closes the link because upstream has ended.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline func end() -> Bool { close() != nil }

  /// Closes the link and cancels upstream.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline @discardableResult func cancel() -> Bool {
    guard let subscription = close() else { return false }
    subscription.cancel()
    return true
  }

  /// Closes the link, for those who have something to do before they cancel upstream.
  ///
  /// - Returns: The subscription, if it was open.
  func close() -> (any Subscription)? {
    subscription.withLock { subscription in
      phase.store(Link.closed, ordering: .releasing)
      return subscription.take()
    }
  }
}
