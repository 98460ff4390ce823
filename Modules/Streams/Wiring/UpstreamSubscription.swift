import Synchronization

/// The upstream end of a block: the one subscription it has there, until it is closed. What is asked for before the
/// subscription has come is asked of it when it comes.
@usableFromInline package struct UpstreamSubscription: ~Copyable, Sendable {
  @usableFromInline package let phase = Atomic<UInt8>(UpstreamSubscription.waiting)
  @usableFromInline package let state = Locked(State())

  @usableFromInline package struct State {
    @usableFromInline package var subscription: (any Subscription)?
    var early = Subscribers.Demand.none

    @usableFromInline package init() {}
  }

  @inlinable @inline(__always) package static var waiting: UInt8 { 0 }
  @inlinable @inline(__always) package static var open: UInt8 { 1 }
  @inlinable @inline(__always) package static var closed: UInt8 { 2 }

  @usableFromInline package init() {}

  /// Whether values may come.
  @inlinable @inline(__always) package var isOpen: Bool {
    phase.load(ordering: .acquiring) == UpstreamSubscription.open
  }

  @inlinable package var isClosed: Bool { phase.load(ordering: .acquiring) == UpstreamSubscription.closed }

  /// The subscription, while the upstream is open.
  @usableFromInline package var current: (any Subscription)? { state.withLock { $0.subscription } }

  /// Keeps the subscription; a second one, or one that comes after the end, is cancelled.
  @usableFromInline package func attach(_ new: any Subscription) -> Bool {
    let early = state.withLock { state -> Subscribers.Demand? in
      guard phase.load(ordering: .relaxed) == UpstreamSubscription.waiting else { return nil }
      state.subscription = new
      phase.store(UpstreamSubscription.open, ordering: .releasing)
      return state.early
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
    let subscription = state.withLock { state in
      if state.subscription == nil { state.early += demand }
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Closes the upstream because upstream has ended.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline package func end() -> Bool { close() != nil }

  /// Closes the upstream because upstream has ended, also where upstream never sent a subscription.
  ///
  /// - Returns: Whether it was not closed before.
  @usableFromInline package func endWithoutSubscription() -> Bool {
    // NB: released after the lock.
    let (wasClosed, subscription) = state.withLock { state in
      (
        phase.exchange(UpstreamSubscription.closed, ordering: .acquiringAndReleasing) == UpstreamSubscription.closed,
        state.subscription.take()
      )
    }
    _ = subscription
    return !wasClosed
  }

  /// Closes the upstream and cancels upstream.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline @discardableResult package func cancel() -> Bool {
    guard let subscription = close() else { return false }
    subscription.cancel()
    return true
  }

  /// Closes the upstream, for those who have something to do before they cancel upstream.
  ///
  /// - Returns: The subscription, if it was open.
  func close() -> (any Subscription)? {
    state.withLock { state in
      phase.store(UpstreamSubscription.closed, ordering: .releasing)
      return state.subscription.take()
    }
  }
}
