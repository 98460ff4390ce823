import Synchronization

/// The subscriptions of one subject, in subscription order, which is also the delivery order.
///
/// One delivery runs at a time. A value sent from inside a delivery is delivered when the current one has reached every
/// subscriber; one sent by another thread waits for its turn. Subscribing and cancelling never wait: during a delivery they
/// are queued.
@usableFromInline package final class SubscriberList: @unchecked Sendable {
  // Sendable because everything but the serializer is atomic, locked or touched only inside the serializer.
  @usableFromInline package let serializer = Serializer()
  /// The ends of a chain of subscriptions, which link to each other. Each is retained once.
  @exclusivity(unchecked) private var first: Unmanaged<SubjectSubscription>?
  @exclusivity(unchecked) private var last: Unmanaged<SubjectSubscription>?
  /// Sends the completion, once the subject has completed.
  @exclusivity(unchecked) private var completion: ((RawSubscriber) -> Void)?
  /// Whether the completion has been sent; it may still be queued behind the current delivery.
  @usableFromInline @exclusivity(unchecked) package var isCompletionSent = false

  /// The version of the value in delivery, for subjects that remember values.
  @usableFromInline @exclusivity(unchecked) package var version = 0
  private let hasDemand: Atomic<Bool>
  /// The subscriptions to upstream publishers of the subject; `nil` once it has completed or is released.
  private let upstreams = Locked<[any Subscription]?>([])

  /// Whether the subject has completed or is released. On any thread.
  var isClosed: Bool { upstreams.withLock { $0 == nil } }

  /// - Parameter requestsAtOnce: Whether upstream publishers are asked for unlimited at once, and not when a subscriber
  ///   requests values.
  @usableFromInline package init(requestsAtOnce: Bool = false) { hasDemand = Atomic(requestsAtOnce) }

  // MARK: Delivery

  /// Delivers a value to every subscription. Inside the serializer.
  @usableFromInline package func deliver(_ value: UnsafeRawPointer) {
    serializer.assertEntered()
    // The chain does not change while this thread is inside, so the subscriptions need no retain.
    var next = first
    while let subscription = next {
      subscription._withUnsafeGuaranteedRef {
        $0.receive(value, version: version)
        next = $0.successor
      }
    }
  }

  /// Sends a value when it is its turn.
  @inlinable @inline(__always) package func send<Value>(_ value: Value) {
    let thread = currentThread()
    guard serializer.tryEnter(thread) else { return sendInTurn(value) }
    _withUnprotectedUnsafePointer(to: value) { deliver($0) }
    serializer.exit(thread)
  }

  @usableFromInline package func sendInTurn<Value>(_ value: Value) {
    runInTurn { _withUnprotectedUnsafePointer(to: value) { self.deliver($0) } }
  }

  /// Runs work inside the serializer: waits for another thread's delivery, and is queued during this thread's own.
  @usableFromInline package func runInTurn(_ work: @escaping () -> Void) {
    let thread = currentThread()
    guard serializer.waitToEnter(thread) else { return serializer.enqueue(as: thread, work) }
    work()
    serializer.exit(thread)
  }

  /// Whether this thread is inside a delivery.
  package var isDelivering: Bool { serializer.isInside(currentThread()) }

  /// Completes the subject, for the present subscribers and for later ones, when it is its turn.
  @usableFromInline package func sendCompletion(_ send: @escaping (RawSubscriber) -> Void) {
    if isDelivering { isCompletionSent = true }
    runInTurn { self.complete(send) }
  }

  /// Completes every subscription. Inside the serializer.
  package func complete(_ send: @escaping (RawSubscriber) -> Void) {
    serializer.assertEntered()
    guard completion == nil else { return }
    completion = send
    isCompletionSent = true
    _ = upstreams.exchange(nil)
    while let subscription = first?.takeUnretainedValue() {
      unlink(subscription)
      subscription.complete(send)
    }
  }

  // MARK: Upstreams of the subject

  /// Keeps the subscription to an upstream publisher of the subject.
  @usableFromInline package func attach(_ subscription: any Subscription) {
    let hasDemand = upstreams.withLock { upstreams -> Bool? in
      guard upstreams?.append(subscription, removing: { ($0 as? SubjectSubscriber)?.upstream.isClosed == true }) != nil
      else { return nil }
      // Read under the lock, so that either this or `requestFromUpstreams` requests, and not both.
      return self.hasDemand.load(ordering: .acquiring)
    }
    guard let hasDemand else { return subscription.cancel() }
    if hasDemand { subscription.request(.unlimited) }
  }

  /// Requests unlimited from the upstream publishers, when the first subscriber requests values.
  func requestFromUpstreams() {
    // Relaxed, because a stale `false` only leads to the exchange under the lock.
    guard !hasDemand.load(ordering: .relaxed) else { return }
    let subscriptions = upstreams.withLock { upstreams in
      hasDemand.exchange(true, ordering: .acquiringAndReleasing) ? nil : upstreams
    }
    for subscription in subscriptions ?? [] { subscription.request(.unlimited) }
  }

  /// Cancels the upstream publishers, because the subject is released.
  @usableFromInline package func close() {
    for subscription in upstreams.exchange(nil) ?? [] { subscription.cancel() }
  }

  // MARK: Subscriptions

  func add(_ subscription: SubjectSubscription) {
    let thread = currentThread()
    // A subscriber that arrives while this thread sends the completion gets it at once, and no value before it.
    if serializer.isInside(thread), completion != nil { return append(subscription) }
    serializer.enqueue(as: thread) { self.append(subscription) }
  }

  func remove(_ subscription: SubjectSubscription) {
    serializer.enqueue(as: currentThread()) {
      self.unlink(subscription)
      subscription.didLeave()
    }
  }

  private func append(_ subscription: SubjectSubscription) {
    serializer.assertEntered()
    subscription.willJoin()
    if let completion { return subscription.complete(completion) }
    guard !subscription.isClosed else { return }
    let new = Unmanaged.passRetained(subscription)
    subscription.isLinked = true
    subscription.predecessor = last
    if let last { last._withUnsafeGuaranteedRef { $0.successor = new } } else { first = new }
    last = new
  }

  private func unlink(_ subscription: SubjectSubscription) {
    serializer.assertEntered()
    guard subscription.isLinked else { return }
    subscription.isLinked = false
    let (previous, next) = (subscription.predecessor, subscription.successor)
    if let previous { previous._withUnsafeGuaranteedRef { $0.successor = next } } else { first = next }
    if let next { next._withUnsafeGuaranteedRef { $0.predecessor = previous } } else { last = previous }
    Unmanaged.passUnretained(subscription).release()
  }
}

/// A subject whose subscriptions are in a list.
package protocol ListedSubject: AnyObject {
  var subscribers: SubscriberList { get }
}
