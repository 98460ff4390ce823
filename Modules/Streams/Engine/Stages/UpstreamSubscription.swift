import Synchronization

/// The upstream end of a subscription: the one subscription that it has there, until it is closed.
///
/// Demand that is requested before upstream has sent its subscription is requested when it arrives.
@usableFromInline package struct UpstreamSubscription: ~Copyable, Sendable {
  // Read without the lock per value: an acquiring load pairs with the releasing stores in `attach` and `detach`.
  @usableFromInline package let phase = Atomic(Phase.waiting)
  @usableFromInline package let state = Locked(State())

  @usableFromInline package struct State {
    @usableFromInline package var subscription: (any Subscription)?
    var earlyDemand = Subscribers.Demand.none

    @usableFromInline package init() {}
  }

  @usableFromInline package enum Phase: UInt8, AtomicRepresentable, Sendable {
    /// Upstream has not sent its subscription.
    case waiting
    case open
    /// Upstream has completed or was cancelled.
    case closed

    // NB: without this, each load checks that there is such a case.
    @inlinable @inline(__always) package init(rawValue: UInt8) { self = unsafeBitCast(rawValue, to: Phase.self) }
  }

  @usableFromInline package init() {}

  /// Whether upstream may send values: it has sent its subscription, and neither a completion nor a cancel has followed.
  @inlinable @inline(__always) package var isOpen: Bool { phase.load(ordering: .acquiring) == .open }

  @inlinable @inline(__always) package var isClosed: Bool { phase.load(ordering: .acquiring) == .closed }

  /// The subscription, while this is open.
  @usableFromInline package var current: (any Subscription)? { state.withLock { $0.subscription } }

  /// Keeps the subscription, and requests from it what was requested before. A second subscription, and one that arrives
  /// after this was closed, is cancelled.
  ///
  /// - Parameters:
  ///   - new: The subscription.
  ///   - more: What to request in addition.
  /// - Returns: Whether the subscription is kept.
  @usableFromInline @discardableResult
  package func attach(_ new: any Subscription, requesting more: Subscribers.Demand = .none) -> Bool {
    let demand = state.withLock { state -> Subscribers.Demand? in
      guard phase.load(ordering: .relaxed) == .waiting else { return nil }
      state.subscription = new
      phase.store(.open, ordering: .releasing)
      return state.earlyDemand + more
    }
    guard let demand else {
      new.cancel()
      return false
    }
    if demand > .none { new.request(demand) }
    return true
  }

  /// Goes back to where it waits for a subscription, because upstream replaces the one that it has sent. What was requested from
  /// that one is forgotten.
  ///
  /// - Parameter old: The subscription, unless upstream has not sent it.
  /// - Returns: Whether another one can be attached.
  func reopen<Old: Subscription & AnyObject>(after old: Old) -> Bool {
    state.withLock { state in
      switch phase.load(ordering: .relaxed) {
      case .waiting: return true
      case .open where (state.subscription as? Old) === old:
        // Nothing is released under the lock: the caller keeps the subscription.
        state.subscription = nil
        phase.store(.waiting, ordering: .releasing)
        return true
      default: return false
      }
    }
  }

  /// Requests values from upstream, at once or when its subscription arrives.
  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLock { state in
      if state.subscription == nil { state.earlyDemand += demand }
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Closes this because upstream has completed: nothing passes from here on.
  ///
  /// - Returns: The phase until then. An upstream may complete without having sent a subscription.
  @usableFromInline package func close() -> Phase { detach().phase }

  /// Closes this and cancels upstream.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline @discardableResult package func cancel() -> Bool {
    guard let subscription = detach().subscription else { return false }
    subscription.cancel()
    return true
  }

  /// Closes this without cancelling, for a caller with work to do before it cancels.
  ///
  /// - Returns: The phase until then, and the subscription, if this was open.
  @usableFromInline package func detach() -> (phase: Phase, subscription: (any Subscription)?) {
    state.withLock { state in
      defer { phase.store(.closed, ordering: .releasing) }
      return (phase.load(ordering: .relaxed), state.subscription.take())
    }
  }
}
