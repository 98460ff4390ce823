import Synchronization

/// A subscription to a subject. A value without demand is dropped.
@usableFromInline package class SubjectSubscription: Subscription, CustomDescribed, @unchecked Sendable {
  // Sendable because `place`, `position`, `precedingSends` and `seen` belong to the list, `subscriber` to the caller that
  // completes it or takes it out of the list, `subject` to the caller that closes `outstanding`, and the rest is atomic or
  // constant.

  // What a delivery reads is first, so that it is in one line of the cache.
  @usableFromInline package final let outstanding = AtomicDemand()
  /// The latest version that was delivered.
  @usableFromInline @exclusivity(unchecked) package final var seen = -1
  @usableFromInline package final let downstream: RawSubscriber
  @usableFromInline package final let subscribers: SubscriberList
  @usableFromInline package final let name: StaticString
  private let trapsOnRequestForNone: Bool
  /// Where it is in the list.
  @exclusivity(unchecked) final var place = SubscriptionArray.Place.outside
  @exclusivity(unchecked) final var position = 0
  /// How many values had been sent from inside deliveries when it was made inside one; it does not receive those.
  @exclusivity(unchecked) final var precedingSends = 0
  /// Keeps the subject alive until completion or cancellation.
  @exclusivity(unchecked) private final var subject: AnyObject?
  /// Keeps the subscriber alive until completion or cancellation.
  @exclusivity(unchecked) final var subscriber: SubscriberOwner?

  private let delivery = SubscriptionDelivery()

  /// - Parameters:
  ///   - downstream: The subscriber.
  ///   - subject: The subject, where the subscription keeps it alive.
  ///   - subscribers: The list of the subject.
  ///   - name: How the subscription describes itself.
  ///   - trapsOnRequestForNone: Whether a request for no values is a programming error; otherwise it does nothing.
  @usableFromInline package init(
    _ downstream: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, name: StaticString,
    trapsOnRequestForNone: Bool = true
  ) {
    // Changed and not copied, which would retain and release the closures.
    var downstream = downstream
    subscriber = downstream.forwardedOwner
    downstream.owner = nil
    self.downstream = downstream
    self.subject = subject
    self.trapsOnRequestForNone = trapsOnRequestForNone
    self.subscribers = subscribers
    self.name = name
  }

  /// Adds the subscription to the list and sends it downstream; a completion that comes meanwhile follows.
  @usableFromInline package final func start() {
    // Kept here as well, because a cancel on another thread releases it.
    let subscriber = subscriber
    defer { withExtendedLifetime(subscriber) {} }
    subscribers.add(self)
    delivery.send(self, to: downstream)
  }

  @usableFromInline package final var isClosed: Bool { outstanding.isClosed }

  /// Delivers the value of a version if there is demand. Inside the list's serializer.
  @inlinable @inline(__always) package final func receive(_ value: UnsafeRawPointer, version: Int) {
    if outstanding.isUnlimited, seen < version {
      _ = downstream.onValue(value)
    } else {
      receiveCounted(value)
    }
  }

  /// Delivers the value where demand has to be counted.
  @usableFromInline package func receiveCounted(_ value: UnsafeRawPointer) {
    if outstanding.isPositive { outstanding.consume(adding: downstream.onValue(value)) }
  }

  /// Ends the subscription and releases the subject.
  ///
  /// - Returns: Whether it had not ended before.
  final func end() -> Bool {
    guard outstanding.close() else { return false }
    subject = nil
    return true
  }

  /// Called once after a cancel, when no delivery to this subscription is in progress.
  func didLeave() { subscriber = nil }

  /// Completes the subscription, which is outside the list.
  func complete(_ send: @escaping (RawSubscriber) -> Void) { end(andSend: send) }

  /// Ends the subscription and sends the completion, at once or when downstream has received the subscription.
  final func end(andSend send: @escaping (RawSubscriber) -> Void) {
    guard end() else { return }
    if !delivery.keep({ [downstream] in send(downstream) }) { send(downstream) }
    subscriber = nil
  }

  /// Adds to the outstanding demand and delivers what it allows.
  func fulfill(_ demand: Subscribers.Demand) { outstanding.add(demand) }

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    guard demand.isPositive(orTrap: trapsOnRequestForNone) else { return }
    fulfill(demand)
    subscribers.requestFromUpstreams()
  }

  @usableFromInline package func cancel() {
    if end() {
      subscribers.remove(self)
    } else {
      delivery.dropEnd()
    }
  }

  @usableFromInline package final var description: String { name.description }
}
