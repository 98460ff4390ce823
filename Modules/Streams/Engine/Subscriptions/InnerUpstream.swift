import Synchronization

/// The subscription to one inner publisher of an operator that flattens.
///
/// It offers itself to an operator of the same kind that is the inner publisher. That one subscribes to its own upstream with
/// this subscription, and adds its inner publishers to the outer operator, in place of a subscription of its own. So publishers
/// that a function makes by calling itself do not nest: `func poll() { timer.flatMap { poll() } }`.
@usableFromInline package class InnerUpstream: SubscriberOwner {
  @usableFromInline package final let upstream = UpstreamSubscription()
  /// The number of the thread that subscribes to the publisher; 0 at other times.
  // Relaxed, because a thread compares it with its own number alone.
  private let subscribingThread = Atomic<UInt>(0)
  /// Subscribes to a publisher that takes the place of the one that is being subscribed to.
  // Unchecked because only the thread that subscribes uses it.
  @exclusivity(unchecked) private var replacement: (() -> Void)?

  @usableFromInline package override init() {}

  // The closures of its subscriber retain what they need, and each stage in between must receive every value.
  @usableFromInline package final override var forwarded: SubscriberOwner? { nil }

  /// Subscribes to the publisher, and then to those that take its place meanwhile.
  @usableFromInline package final func subscribe(_ subscribe: () -> Void) {
    subscribingThread.store(currentThread(), ordering: .relaxed)
    subscribe()
    while let next = replacement.take() { next() }
    subscribingThread.store(0, ordering: .relaxed)
  }

  /// Subscribes to another publisher in place of this one, which sends nothing itself: when this thread has subscribed to this one.
  @usableFromInline package final func subscribeInPlace(_ subscribe: @escaping () -> Void) {
    if subscribingThread.load(ordering: .relaxed) == currentThread() {
      replacement = subscribe
    } else {
      self.subscribe(subscribe)
    }
  }
}

extension RawSubscriber {
  /// The inner subscription that an operator may use in place of a subscription of its own, and the subscriber of its values.
  ///
  /// - Parameter type: The type of the operator's inner subscriptions.
  /// - Returns: `nil` unless this is the subscriber of an inner publisher, or of the last publisher of a concatenation that is one.
  @usableFromInline package func flattened<Inner: InnerUpstream>(
    into type: Inner.Type
  ) -> (inner: Inner, subscriber: RawSubscriber)? {
    guard let owner else { return nil }
    if let inner = owner as? Inner { return (inner, self) }
    return (owner as? ChainOwner)?.subscription.giveWay(to: type)
  }
}
