import Synchronization

/// The subscriptions of one subject, in subscription order, which is also the delivery order.
///
/// One delivery runs at a time. A value sent from inside a delivery is delivered when the current one has reached every
/// subscriber; one sent by another thread waits for its turn.
///
/// Subscribing and cancelling never wait for a delivery, and no delivery waits for them. Between deliveries they change the
/// array of members. During one they only note the change: the array is replaced before the next delivery, or when the thread
/// that delivers leaves. A subscription that is cancelled meanwhile is closed, which is checked before each delivery to it.
@usableFromInline package final class SubscriberList: @unchecked Sendable {
  // Sendable because everything but the serializer is atomic, locked or touched only inside the serializer; changes that are
  // noted are under the lock of what is pending there.

  // NB: left by `exit(_:)` below and not by its own method, which would not apply the changes.
  @usableFromInline package let serializer = Serializer()
  /// Only inside the serializer, and changed only between deliveries.
  @usableFromInline @exclusivity(unchecked) package var members = SubscriptionArray()
  /// The subscriptions made during a delivery. Only under the lock.
  @exclusivity(unchecked) private var joining = SubscriptionArray()
  /// Whether a member has been cancelled during a delivery. Only under the lock.
  @exclusivity(unchecked) private var isMemberLeaving = false
  /// Sends the completion, once the subject has completed. Written inside the serializer and under the lock, so that either
  /// is enough to read it.
  @exclusivity(unchecked) private var completion: ((RawSubscriber) -> Void)?
  /// Whether the completion has been sent; it may still be queued behind the current delivery. As `completion`.
  @usableFromInline @exclusivity(unchecked) package var isCompletionSent = false
  /// How many values have been sent from inside deliveries. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package var nestedSends = 0

  /// The version of the value in delivery, for subjects that remember values. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package var version = 0
  private let hasDemand: Atomic<Bool>
  /// The subscriptions to upstream publishers of the subject; `nil` once it has completed or is released.
  private let upstreams = Locked<[any Subscription]?>([])

  /// Whether the subject has completed or is released. On any thread.
  @usableFromInline package var hasEnded: Bool { upstreams.withLock { $0 == nil } }

  /// - Parameter requestsAtOnce: Whether upstream publishers are asked for unlimited at once, and not when a subscriber
  ///   requests values.
  @usableFromInline package init(requestsAtOnce: Bool = false) { hasDemand = Atomic(requestsAtOnce) }

  deinit { _ = members.takeAll() }

  // MARK: Delivery

  /// Delivers a value to every subscription. Inside the serializer.
  @inlinable @inline(__always) package func deliver(_ value: UnsafeRawPointer) {
    serializer.assertEntered()
    // The array does not change while this thread delivers, so the subscriptions need no retain.
    if let only = members.only {
      only._withUnsafeGuaranteedRef { $0.receive(value, version: version) }
    } else {
      deliverToSeveral(value)
    }
  }

  // Not inlined, so that a delivery to one subscription, as most are, saves few registers.
  @usableFromInline @inline(never) package func deliverToSeveral(_ value: UnsafeRawPointer) {
    let version = version
    members.slots.withUnsafeBufferPointer { members in
      for case let member? in members { member._withUnsafeGuaranteedRef { $0.receive(value, version: version) } }
    }
  }

  /// Delivers a nested value, to the subscriptions that were there when it was sent. Inside the serializer.
  @usableFromInline package func deliver(_ value: UnsafeRawPointer, nestedSend: Int) {
    refresh()
    for index in members.slots.indices {
      members.slots[index]?._withUnsafeGuaranteedRef {
        if $0.precedingSends < nestedSend { $0.receive(value, version: version) }
      }
    }
  }

  /// Sends a value when it is its turn.
  @inlinable @inline(__always) package func send<Value>(_ value: Value) {
    let thread = currentThread()
    guard serializer.tryEnter(thread) else { return sendInTurn(value) }
    _withUnprotectedUnsafePointer(to: value) { deliver($0) }
    exit(thread)
  }

  // Not inlined, so that this rare path takes no registers where a value passes.
  @inlinable @inline(never) package func sendInTurn<Value>(_ value: Value) {
    let thread = currentThread()
    guard serializer.isInside(thread) else {
      return runInTurn {
        self.refreshIfPending()
        _withUnprotectedUnsafePointer(to: value) { self.deliver($0) }
      }
    }
    nestedSends += 1
    let number = nestedSends
    serializer.runOrHandOver(as: thread) {
      _withUnprotectedUnsafePointer(to: value) { self.deliver($0, nestedSend: number) }
    }
  }

  /// Runs work inside the serializer: waits for another thread's delivery, and is queued during this thread's own.
  @usableFromInline package func runInTurn(_ work: @escaping () -> Void) {
    let thread = currentThread()
    if enterInTurn(thread) || serializer.enter(thread, orEnqueue: work) {
      work()
      exit(thread)
    }
  }

  /// Enters, waiting while another thread is inside.
  ///
  /// - Returns: Whether the caller has entered. Otherwise it must not wait.
  @inlinable @inline(__always) package func enterInTurn(_ thread: UInt) -> Bool {
    serializer.tryEnter(thread) || serializer.waitToEnter(thread)
  }

  /// Leaves the serializer, after running the pending work and applying the changes of the list.
  @inlinable @inline(__always) package func exit(_ thread: UInt) {
    if !serializer.tryExit(thread) { drain() }
  }

  @usableFromInline package func drain() {
    var removed: [SubjectSubscription] = []
    serializer.drain { removed = applyChanges() }
    for subscription in removed { subscription.didLeave() }
  }

  /// Whether this thread is inside a delivery.
  @inlinable package var isDelivering: Bool { serializer.isInside(currentThread()) }

  /// Completes the subject, for the present subscribers and for later ones, when it is its turn.
  @usableFromInline package func sendCompletion(_ send: @escaping (RawSubscriber) -> Void) {
    if isDelivering { serializer.pending.withLock { _ in isCompletionSent = true } }
    runInTurn { self.complete(send) }
  }

  /// Completes every subscription. Inside the serializer.
  @usableFromInline package func complete(_ send: @escaping (RawSubscriber) -> Void) {
    serializer.assertEntered()
    guard completion == nil else { return }
    refresh()
    let completed = serializer.pending.withLock { _ in
      completion = send
      isCompletionSent = true
      return members.takeAll() + joining.takeAll()
    }
    _ = upstreams.exchange(nil)
    for subscription in completed { subscription.complete(send) }
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
  @usableFromInline package func cancelUpstreams() {
    for subscription in upstreams.exchange(nil) ?? [] { subscription.cancel() }
  }

  // MARK: Subscriptions

  /// Adds a subscription, or completes it where the subject has completed.
  func add(_ subscription: SubjectSubscription) {
    let thread = currentThread()
    var completion: ((RawSubscriber) -> Void)?
    let hasEntered =
      serializer.tryEnter(thread)
      || serializer.enterOrMarkPending(thread) { _ in
        completion = self.completion
        guard completion == nil else { return }
        if serializer.isInside(thread) { subscription.precedingSends = nestedSends }
        joining.append(subscription, as: .joining)
      }
    if hasEntered {
      completion = self.completion
      if completion == nil { members.append(subscription, as: .member) }
      exit(thread)
    }
    if let completion { subscription.complete(completion) }
  }

  /// Removes a subscription that has been closed by a cancel.
  func remove(_ subscription: SubjectSubscription) {
    let thread = currentThread()
    var isLeaving = false
    let hasEntered =
      serializer.tryEnter(thread)
      || serializer.enterOrMarkPending(thread) { _ in
        if subscription.place == .joining { joining.remove(subscription) }
        guard subscription.place == .member else { return }
        // It may be in delivery, which its closures must outlive.
        subscription.place = .leaving
        isMemberLeaving = true
        isLeaving = true
      }
    if hasEntered {
      if subscription.place == .member { members.remove(subscription) }
      exit(thread)
    }
    if !isLeaving { subscription.didLeave() }
  }

  /// Applies the changes that may have been noted since this thread has entered, or was handed the turn.
  @inlinable @inline(__always) package func refreshIfPending() { if serializer.isMarkedPending { refresh() } }

  /// Applies the changes that were noted during a delivery.
  // Not inlined, so that a delivery without changes needs little stack.
  @usableFromInline @inline(never) func refresh() {
    let removed = serializer.pending.withLock { _ in applyChanges() }
    for subscription in removed { subscription.didLeave() }
  }

  /// Applies the changes that were noted during a delivery. Inside the serializer and under the lock.
  ///
  /// - Returns: The subscriptions that have been removed.
  private func applyChanges() -> [SubjectSubscription] {
    var removed: [SubjectSubscription] = []
    if isMemberLeaving {
      isMemberLeaving = false
      removed = members.takeLeaving()
    }
    for subscription in joining.takeAll() { members.append(subscription, as: .member) }
    return removed
  }
}
