import Synchronization

/// A subscription to a subject. A value without demand is dropped.
@usableFromInline package class SubjectSubscription: Subscription, CustomDescribed, @unchecked Sendable {
  // Sendable because the links, `seen` and `subscriber` belong to the list's serializer, `subject` to the caller that closes
  // `outstanding`, `earlyCompletion` to the one that changes `phase`, and the rest is atomic or constant.
  @usableFromInline package final let downstream: RawSubscriber
  @usableFromInline package final let subscribers: SubscriberList
  @usableFromInline package final let name: StaticString
  @usableFromInline package final let outstanding = AtomicDemand()
  private let needsDemand: Bool
  /// The latest version that was delivered.
  @usableFromInline @exclusivity(unchecked) package final var seen = -1
  /// Whether it is in the list, and its neighbours there.
  @exclusivity(unchecked) final var isLinked = false
  @exclusivity(unchecked) final var predecessor: Unmanaged<SubjectSubscription>?
  @exclusivity(unchecked) final var successor: Unmanaged<SubjectSubscription>?
  /// Keeps the subject alive until completion or cancellation.
  @exclusivity(unchecked) private final var subject: AnyObject?
  /// Keeps the subscriber alive until completion or cancellation.
  @exclusivity(unchecked) final var subscriber: SubscriberOwner?

  // Each change acquires and releases, so that `earlyCompletion` passes from the thread that completes to `start`.
  private let phase = Atomic(Phase.starting)
  @exclusivity(unchecked) private var earlyCompletion: ((RawSubscriber) -> Void)?

  private enum Phase: UInt8, AtomicRepresentable {
    /// Downstream is receiving the subscription.
    case starting
    case started
    /// The subject has completed while downstream was receiving the subscription.
    case completedEarly
  }

  /// - Parameters:
  ///   - downstream: The subscriber.
  ///   - subject: The subject, where the subscription keeps it alive.
  ///   - subscribers: The list of the subject.
  ///   - name: How the subscription describes itself.
  ///   - needsDemand: Whether a request for no values is a programming error; otherwise it does nothing.
  @usableFromInline package init(
    _ downstream: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, name: StaticString,
    needsDemand: Bool = true
  ) {
    // Changed and not copied, which would retain and release the closures.
    var downstream = downstream
    subscriber = downstream.forwardedOwner
    downstream.owner = nil
    self.downstream = downstream
    self.subject = subject
    self.needsDemand = needsDemand
    self.subscribers = subscribers
    self.name = name
  }

  /// Adds the subscription to the list and sends it downstream; a completion that comes meanwhile follows.
  @usableFromInline package final func start() {
    // Kept here as well, because a cancel on another thread releases it.
    let subscriber = subscriber
    defer { withExtendedLifetime(subscriber) {} }
    subscribers.add(self)
    downstream.receive(subscription: self)
    guard !move(from: .starting, to: .started) else { return }
    let completion = earlyCompletion.take()
    if move(from: .completedEarly, to: .started) { completion?(downstream) }
  }

  private func move(from old: Phase, to new: Phase) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
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

  /// Closes the subscription and releases the subject.
  ///
  /// - Returns: Whether it was open.
  final func close() -> Bool {
    guard outstanding.close() else { return false }
    subject = nil
    return true
  }

  /// Called inside the list's serializer before the subscription is added, or completed instead.
  func willJoin() {}

  /// Called inside the list's serializer when the subscription has been added.
  func didJoin() {}

  /// Called inside the list's serializer after a cancel, when no delivery is in progress.
  func didLeave() { subscriber = nil }

  /// Completes the subscription. Inside the list's serializer.
  func complete(_ send: @escaping (RawSubscriber) -> Void) {
    subscribers.serializer.assertEntered()
    guard close() else { return }
    sendCompletion(send)
    subscriber = nil
  }

  /// Sends the completion, at once or when downstream has received the subscription.
  final func sendCompletion(_ send: @escaping (RawSubscriber) -> Void) {
    if phase.load(ordering: .acquiring) == .starting {
      earlyCompletion = send
      if move(from: .starting, to: .completedEarly) { return }
      earlyCompletion = nil
    }
    send(downstream)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: needsDemand) else { return }
    outstanding.add(demand)
    subscribers.requestFromUpstreams()
  }

  @usableFromInline package func cancel() {
    if close() {
      subscribers.remove(self)
    } else {
      // A completion that downstream has not received is dropped.
      _ = move(from: .completedEarly, to: .started)
    }
  }

  @usableFromInline package final var description: String { name.description }
}

/// A subscription to a subject that keeps values for it: what may not be delivered yet is kept, and the completion after it.
///
/// What is kept is delivered on the thread that requests it, one value at a time. Subclasses decide what is kept.
@usableFromInline package class BufferingSubjectSubscription: SubjectSubscription, @unchecked Sendable {
  // Sendable because what it adds is touched only inside its own serializer.
  final let serializer = Serializer()
  /// The outstanding demand. The atomic one is used only once it is unlimited.
  @exclusivity(unchecked) final var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var completion: ((RawSubscriber) -> Void)?
  /// Copies a value.
  final let copy: (UnsafeRawPointer) -> QueuedEvent

  init(
    _ downstream: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, name: StaticString,
    copy: @escaping (UnsafeRawPointer) -> QueuedEvent
  ) {
    self.copy = copy
    super.init(downstream, of: subject, subscribers: subscribers, name: name)
  }

  /// Receives a value that the subject delivers. Inside the serializer.
  ///
  /// - Parameters:
  ///   - version: Its version.
  ///   - copy: Copies it.
  ///   - deliver: Delivers it.
  func receive(version: Int, copy: () -> QueuedEvent, deliver: () -> UInt) {}

  /// The next value that is kept; called when there is demand. Inside the serializer.
  func next() -> QueuedEvent? { nil }

  /// Whether the completion must wait. Inside the serializer.
  var hasMore: Bool { false }

  /// Delivers what may be delivered.
  final func drain() {
    serializer.assertEntered()
    while demand > .none, !isClosed, let value = next() { book(value.send(to: downstream)) }
    guard !hasMore else { return }
    if let send = completion.take(), close() {
      sendCompletion(send)
      subscriber = nil
    }
  }

  /// Books a delivery, and what it has requested. Inside the serializer.
  final func book(_ more: UInt) {
    serializer.assertEntered()
    demand -= 1
    demand += Subscribers.Demand(raw: more)
  }

  package override func receiveCounted(_ value: UnsafeRawPointer) {
    let version = subscribers.version
    if serializer.tryEnter(Serializer.anyOwner) {
      receive(version: version, copy: { copy(value) }, deliver: { downstream.onValue(value) })
      // From here on values bypass the serializer; set where none of them is queued.
      if demand == .unlimited, !hasMore { outstanding.add(.unlimited) }
      serializer.exit(Serializer.anyOwner)
    } else {
      let copied = copy(value)
      serializer.enqueue {
        self.receive(version: version, copy: { copied }, deliver: { copied.send(to: self.downstream) })
      }
    }
  }

  package override func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: true) else { return }
    serializer.enqueue { self.add(demand) }
    subscribers.requestFromUpstreams()
  }

  private func add(_ more: Subscribers.Demand) {
    // Once the demand is unlimited, `seen` is not updated, so nothing may be delivered from here.
    guard !outstanding.isUnlimited else { return }
    demand += more
    drain()
  }

  package override func complete(_ send: @escaping (RawSubscriber) -> Void) {
    serializer.enqueue {
      self.completion = send
      self.drain()
    }
  }

  package override func didLeave() {
    serializer.enqueue {
      self.releaseContents()
      self.subscriber = nil
    }
  }

  /// Releases what it keeps. Inside the serializer.
  func releaseContents() { completion = nil }
}

/// A subscription to a subject with a current value: the first demand is answered with that value, and so is the first demand
/// after values that found none.
///
/// The answer is delivered at once, on the thread that requests. A value that the subject delivers meanwhile follows.
@usableFromInline
package final class CurrentValueSubscription<Value>: BufferingSubjectSubscription, @unchecked Sendable {
  // Sendable because what it adds is touched only inside its superclass's serializer.
  private let current: CurrentValue<Value>
  /// Whether the current value has not been delivered.
  @exclusivity(unchecked) private var isBehind = true

  @usableFromInline package init(
    _ downstream: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, current: CurrentValue<Value>,
    name: StaticString
  ) {
    self.current = current
    super.init(downstream, of: subject, subscribers: subscribers, name: name, copy: QueuedValue<Value>.copy)
  }

  package override func receive(version: Int, copy: () -> QueuedEvent, deliver: () -> UInt) {
    guard !isClosed, seen < version else { return }
    isBehind = demand == .none
    guard !isBehind else { return }
    seen = version
    book(deliver())
  }

  package override func didJoin() {
    // This makes up for versions that were delivered before; a version that is stored but not delivered yet follows.
    let version = subscribers.version
    serializer.enqueue {
      if self.seen < version { self.isBehind = true }
      self.drain()
    }
  }

  package override func next() -> QueuedEvent? {
    guard isBehind else { return nil }
    let latest = current.latest
    isBehind = false
    seen = latest.version
    return QueuedValue(latest.value)
  }
}

/// A subscription to a subject that replays its last values.
///
/// A requested value is never dropped; of the others it keeps as many as the subject replays.
package final class ReplaySubscription: BufferingSubjectSubscription, @unchecked Sendable {
  // Sendable because what it adds is touched only inside its superclass's serializer.
  private let replayBuffer: ReplayBuffer
  @exclusivity(unchecked) private var hasReplayed = false
  /// Whether the subject delivers its values to it.
  @exclusivity(unchecked) private var hasJoined = false
  @exclusivity(unchecked) private var queue = Deque<QueuedEvent>()

  package init(
    _ downstream: RawSubscriber, of subject: AnyObject, subscribers: SubscriberList, replayBuffer: ReplayBuffer,
    name: StaticString
  ) {
    self.replayBuffer = replayBuffer
    super.init(downstream, of: subject, subscribers: subscribers, name: name, copy: replayBuffer.copy)
  }

  /// Queues the values to replay, when the first of them is needed.
  private func replay() {
    guard !hasReplayed else { return }
    hasReplayed = true
    (queue, seen) = replayBuffer.latest(isJoining: !hasJoined)
  }

  package override func willJoin() {
    let version = subscribers.version
    serializer.enqueue {
      self.hasJoined = true
      guard self.hasReplayed else { return }
      var missed = self.replayBuffer.missed(after: self.seen, through: version)
      self.seen = max(self.seen, version)
      while !self.isClosed, let value = missed.popFirst() { self.append(value) }
      self.drain()
    }
  }

  package override func receive(version: Int, copy: () -> QueuedEvent, deliver: () -> UInt) {
    guard !isClosed, hasReplayed, seen < version else { return }
    guard demand == .none else { return book(deliver()) }
    append(copy())
  }

  private func append(_ value: QueuedEvent) {
    queue.append(value)
    if demand == .none, queue.count > replayBuffer.limit { _ = queue.popFirst() }
  }

  package override func complete(_ send: @escaping (RawSubscriber) -> Void) {
    serializer.enqueue { self.replay() }
    super.complete(send)
  }

  package override var hasMore: Bool { !queue.isEmpty }

  package override func next() -> QueuedEvent? {
    replay()
    return queue.popFirst()
  }

  package override func releaseContents() {
    super.releaseContents()
    queue.removeAll()
  }
}
