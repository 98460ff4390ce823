import Synchronization

/// The subscribers of one subject, in the order in which they came; each hears of every value in that order.
///
/// One delivery at a time goes round: a value sent from inside a delivery follows when the current one has reached
/// everybody, one sent by another thread waits its turn. Joining and leaving wait for nothing: during a delivery they are
/// left at the serializer.
@usableFromInline package final class SubscriberList: @unchecked Sendable {
  // NB: Sendable because everything but the serializer is touched only by whoever is inside the serializer.
  @usableFromInline package let serializer = Serializer()
  @usableFromInline @exclusivity(unchecked) package var slots: UnsafeMutablePointer<Unmanaged<SubjectSubscription>?>
  @usableFromInline @exclusivity(unchecked) package var count = 0
  @exclusivity(unchecked) private var capacity = 2
  @exclusivity(unchecked) private var vacant = 0
  /// Set once the subject has ended: tells a port so.
  @exclusivity(unchecked) private var ending: ((RawSubscriber) -> Void)?
  /// Whether the subject has ended. Only inside the serializer.
  private var hasEnded: Bool { ending != nil }
  /// Whether the end has been sent; it may still wait for the current delivery. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package var isEndSent = false

  /// The version of the value that goes round, for subjects that remember it.
  @usableFromInline @exclusivity(unchecked) package var version = 0
  private let isWanted: Atomic<Bool>
  private let upstream = Locked(Upstream())

  private struct Upstream {
    var subscriptions = PrunedList<any Subscription>()
    var isOver = false
  }

  /// Whether the subject has ended, or is gone. From anywhere.
  var isOver: Bool { upstream.withLock { $0.isOver } }

  /// Makes a subscribers.
  ///
  /// - Parameter wantsAll: Whether upstream publishers are asked for everything at once, and not when a subscriber asks.
  @usableFromInline package init(wantsAll: Bool = false) {
    isWanted = Atomic(wantsAll)
    slots = .allocate(capacity: 2)
  }

  deinit {
    for index in 0..<count { slots[index]?.release() }
    slots.deallocate()
  }

  /// Hands a value to every subscription. Only inside the serializer.
  @usableFromInline package func deliver(_ value: UnsafeRawPointer) {
    // NB: nobody joins or leaves while we are inside, so the slots need no retain.
    for index in 0..<count {
      slots[index]?._withUnsafeGuaranteedRef { $0.offer(value, version: version) }
    }
  }

  /// Sends a value to everybody, when it is its turn.
  @inlinable @inline(__always) package func send<Value>(_ value: Value) {
    let who = currentThread()
    guard serializer.tryEnter(who) else { return wait(value) }
    withUnsafePointer(to: value) { deliver($0) }
    serializer.exit(who)
  }

  @usableFromInline package func wait<Value>(_ value: Value) {
    takeTurn { withUnsafePointer(to: value) { self.deliver($0) } }
  }

  /// Does a piece of work inside the serializer: waits for another thread to leave, and inside this one's own work follows that.
  @usableFromInline package func takeTurn(_ work: @escaping () -> Void) {
    let who = currentThread()
    guard serializer.enter(who, waitingOrEnqueue: work) else { return }
    work()
    serializer.exit(who)
  }

  /// Whether this thread is inside the serializer.
  package var isDelivering: Bool { serializer.isOwner(currentThread()) }

  /// Ends the subject: everybody is told, and so is whoever comes later.
  @usableFromInline package func end(_ ending: @escaping (RawSubscriber) -> Void) {
    if isDelivering { isEndSent = true }
    takeTurn { self.finish(ending) }
  }

  /// Keeps the subscription to an upstream publisher of the subject.
  @usableFromInline package func attach(_ subscription: any Subscription) {
    let isAsked = upstream.withLock { upstream -> Bool? in
      guard !upstream.isOver else { return nil }
      upstream.subscriptions.append(subscription) { ($0 as? SubjectSubscriber)?.upstream.isClosed == true }
      // NB: read under the lock, so that a subscription is asked here or by `wantValues()`, and not by both.
      return isWanted.load(ordering: .acquiring)
    }
    guard let isAsked else { return subscription.cancel() }
    if isAsked { subscription.request(.unlimited) }
  }

  /// Somebody has asked for values: so the subject asks its upstream publishers.
  func wantValues() {
    guard !isWanted.load(ordering: .relaxed) else { return }
    let subscriptions = upstream.withLock { upstream in
      isWanted.exchange(true, ordering: .acquiringAndReleasing) ? [] : upstream.subscriptions.elements
    }
    for subscription in subscriptions { subscription.request(.unlimited) }
  }

  /// Lets go of the upstream publishers.
  private func detach(cancelling: Bool) {
    let subscriptions = upstream.withLock { upstream in
      defer { upstream = Upstream(isOver: true) }
      return upstream.subscriptions.elements
    }
    guard cancelling else { return }
    for subscription in subscriptions { subscription.cancel() }
  }

  func join(_ subscription: SubjectSubscription) {
    let who = currentThread()
    // NB: who comes while this thread tells the others of the end is told at once, and gets no value before it.
    if serializer.isOwner(who), hasEnded { return admit(subscription) }
    serializer.enqueue(as: who) { self.admit(subscription) }
  }

  func leave(_ subscription: SubjectSubscription) {
    serializer.enqueue(as: currentThread()) {
      self.dismiss(subscription)
      subscription.didLeave()
    }
  }

  /// Tells every subscription that the subject has ended. Only inside the serializer.
  package func finish(_ ending: @escaping (RawSubscriber) -> Void) {
    guard self.ending == nil else { return }
    self.ending = ending
    isEndSent = true
    detach(cancelling: false)
    for index in 0..<count {
      guard let subscription = slots[index]?.takeRetainedValue() else { continue }
      slots[index] = nil
      subscription.index = -1
      subscription.finish(ending)
    }
    count = 0
    vacant = 0
  }

  /// Cancels the upstream publishers: the subject is gone.
  @usableFromInline package func close() { detach(cancelling: true) }

  private func admit(_ subscription: SubjectSubscription) {
    subscription.settle()
    if let ending {
      subscription.finish(ending)
      return
    }
    guard !subscription.isGone else { return }
    if count == capacity { makeRoom() }
    subscription.index = count
    slots[count] = .passRetained(subscription)
    count += 1
    subscription.didJoin()
  }

  private func dismiss(_ subscription: SubjectSubscription) {
    guard subscription.index >= 0 else { return }
    let entry = slots[subscription.index]
    slots[subscription.index] = nil
    subscription.index = -1
    vacant += 1
    if vacant > 8, vacant * 2 > count { compact() }
    while count > 0, slots[count - 1] == nil {
      count -= 1
      vacant -= 1
    }
    entry?.release()
  }

  private func compact() {
    var kept = 0
    for index in 0..<count {
      guard let subscription = slots[index] else { continue }
      subscription._withUnsafeGuaranteedRef { $0.index = kept }
      slots[kept] = subscription
      kept += 1
    }
    count = kept
    vacant = 0
  }

  private func makeRoom() {
    if vacant > 0 { compact() }
    guard count == capacity else { return }
    let larger = UnsafeMutablePointer<Unmanaged<SubjectSubscription>?>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: slots, count: count)
    slots.deallocate()
    slots = larger
    capacity *= 2
  }
}

/// A subject whose subscribers are in a subscribers.
package protocol ListedSubject: AnyObject {
  var subscribers: SubscriberList { get }
}
