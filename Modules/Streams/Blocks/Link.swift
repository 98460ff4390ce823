import Synchronization

/// The upstream end of a block: the one subscription it has there, until it is closed. What is asked for before the
/// subscription has come is asked of it when it comes.
@usableFromInline package struct Link: ~Copyable, Sendable {
  @usableFromInline package let phase = Atomic<UInt8>(Link.waiting)
  @usableFromInline package let upstream = Locked(Upstream())

  @usableFromInline package struct Upstream {
    @usableFromInline package var subscription: (any Subscription)?
    var early = Subscribers.Demand.none

    @usableFromInline package init() {}
  }

  @inlinable @inline(__always) package static var waiting: UInt8 { 0 }
  @inlinable @inline(__always) package static var open: UInt8 { 1 }
  @inlinable @inline(__always) package static var closed: UInt8 { 2 }

  @usableFromInline package init() {}

  /// Whether values may come.
  @inlinable @inline(__always) package var isOpen: Bool { phase.load(ordering: .acquiring) == Link.open }

  @inlinable package var isClosed: Bool { phase.load(ordering: .acquiring) == Link.closed }

  /// The subscription, while the link is open.
  @usableFromInline package var current: (any Subscription)? { upstream.withLock { $0.subscription } }

  /// Keeps the subscription; a second one, or one that comes after the end, is cancelled.
  @usableFromInline package func attach(_ new: any Subscription) -> Bool {
    let early = upstream.withLock { upstream -> Subscribers.Demand? in
      guard phase.load(ordering: .relaxed) == Link.waiting else { return nil }
      upstream.subscription = new
      phase.store(Link.open, ordering: .releasing)
      return upstream.early
    }
    guard let early else {
      new.cancel()
      return false
    }
    if early > .none { new.request(early) }
    return true
  }

  /// Asks upstream for values, when it has come and as long as it is there.
  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    let subscription = upstream.withLock { upstream in
      if upstream.subscription == nil { upstream.early += demand }
      return upstream.subscription
    }
    subscription?.request(demand)
  }

  /// Closes the link because upstream has ended.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline package func end() -> Bool { close() != nil }

  /// Closes the link because upstream has ended, also where upstream never sent a subscription.
  ///
  /// - Returns: Whether it was not closed before.
  @usableFromInline package func endWithoutSubscription() -> Bool {
    // NB: released after the lock.
    let (wasClosed, subscription) = upstream.withLock { upstream in
      (phase.exchange(Link.closed, ordering: .acquiringAndReleasing) == Link.closed, upstream.subscription.take())
    }
    _ = subscription
    return !wasClosed
  }

  /// Closes the link and cancels upstream.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline @discardableResult package func cancel() -> Bool {
    guard let subscription = close() else { return false }
    subscription.cancel()
    return true
  }

  /// Closes the link, for those who have something to do before they cancel upstream.
  ///
  /// - Returns: The subscription, if it was open.
  func close() -> (any Subscription)? {
    upstream.withLock { upstream in
      phase.store(Link.closed, ordering: .releasing)
      return upstream.subscription.take()
    }
  }
}
