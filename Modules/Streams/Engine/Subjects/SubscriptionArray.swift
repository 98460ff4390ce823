/// Subscriptions to a subject, in subscription order.
///
/// A removal leaves a gap; the array closes its gaps when they are half of it. So adding and removing take constant time on
/// average, however many subscriptions there are.
@usableFromInline package struct SubscriptionArray {
  /// The subscriptions, each retained once. Not as strong references, because a delivery would retain each again.
  private(set) var slots: ContiguousArray<Unmanaged<SubjectSubscription>?> = [] {
    didSet { only = slots.count == 1 ? slots[0] : nil }
  }
  /// The subscription, if there is only one.
  @usableFromInline package private(set) var only: Unmanaged<SubjectSubscription>?
  private var gaps = 0

  /// Where a subscription is. Each array is responsible for one of the first two.
  enum Place: UInt8 {
    case joining
    case member
    /// Still a member, and cancelled during a delivery.
    case leaving
    case outside
  }

  mutating func append(_ subscription: SubjectSubscription, as place: Place) {
    subscription.place = place
    subscription.position = slots.count
    slots.append(Unmanaged.passRetained(subscription))
  }

  /// Removes a subscription, which the caller retains.
  mutating func remove(_ subscription: SubjectSubscription) {
    subscription.place = .outside
    slots[subscription.position]?.release()
    if subscription.position == slots.count - 1 {
      slots.removeLast()
    } else {
      slots[subscription.position] = nil
      gaps += 1
      if gaps * 2 > slots.count { closeGaps() }
    }
  }

  private mutating func closeGaps() {
    gaps = 0
    slots.removeAll { $0 == nil }
    for position in slots.indices { slots[position]?._withUnsafeGuaranteedRef { $0.position = position } }
  }

  /// Removes the subscriptions that are leaving.
  mutating func takeLeaving() -> [SubjectSubscription] {
    var removed: [SubjectSubscription] = []
    for position in slots.indices where slots[position]?._withUnsafeGuaranteedRef({ $0.place }) == .leaving {
      guard let subscription = slots[position]?.takeRetainedValue() else { continue }
      slots[position] = nil
      subscription.place = .outside
      removed.append(subscription)
    }
    closeGaps()
    return removed
  }

  /// Removes all.
  mutating func takeAll() -> [SubjectSubscription] {
    guard !slots.isEmpty else { return [] }
    let all = slots.compactMap { $0?.takeRetainedValue() }
    for subscription in all { subscription.place = .outside }
    slots.removeAll()
    gaps = 0
    return all
  }
}
