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

  /// Called inside the list's serializer after a cancel, when no delivery is in progress.
  func didLeave() { subscriber = nil }

  /// Completes the subscription. Inside the list's serializer.
  func complete(_ send: @escaping (RawSubscriber) -> Void) {
    subscribers.serializer.assertEntered()
    close(andSend: send)
  }

  /// Closes the subscription and sends the completion, at once or when downstream has received the subscription.
  final func close(andSend send: @escaping (RawSubscriber) -> Void) {
    guard close() else { return }
    earlyCompletion = send
    if !move(from: .starting, to: .completedEarly) {
      earlyCompletion = nil
      send(downstream)
    }
    subscriber = nil
  }

  /// Adds to the outstanding demand and delivers what it allows.
  func fulfill(_ demand: Subscribers.Demand) { outstanding.add(demand) }

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: needsDemand) else { return }
    fulfill(demand)
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
/// What is kept is delivered on the thread that requests it, one value at a time; a value that the subject delivers meanwhile
/// follows.
@usableFromInline
package final class BufferingSubjectSubscription<Memory: SubjectMemory>: SubjectSubscription, @unchecked Sendable {
  // Sendable because what it adds is touched only inside its own serializer.
  private let serializer = Serializer()
  /// Decides what is kept.
  @exclusivity(unchecked) private var memory: Memory
  /// The outstanding demand. The atomic one is used only once it is unlimited.
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var completion: ((RawSubscriber) -> Void)?

  @usableFromInline package init(
    _ downstream: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, name: StaticString, memory: Memory
  ) {
    self.memory = memory
    super.init(downstream, of: subject, subscribers: subscribers, name: name)
  }

  package override func willJoin() {
    let version = subscribers.version
    serializer.enqueue {
      // A version that is stored but not delivered yet follows.
      for (value, version) in self.memory.missed(after: self.seen, through: version) {
        _withUnprotectedUnsafePointer(to: value) { self.receive($0, version) }
      }
    }
  }

  package override func receiveCounted(_ value: UnsafeRawPointer) {
    let version = subscribers.version
    if serializer.tryEnter(Serializer.anyOwner) {
      receive(value, version)
      // From here on values bypass the serializer; set where none of them is queued.
      if demand == .unlimited { outstanding.add(.unlimited) }
      serializer.exit(Serializer.anyOwner)
    } else {
      let value: Memory.Value = value.input()
      serializer.enqueue { _withUnprotectedUnsafePointer(to: value) { self.receive($0, version) } }
    }
  }

  /// Delivers the value of a version, or keeps it.
  private func receive(_ value: UnsafeRawPointer, _ version: Int) {
    guard !isClosed, seen < version else { return }
    seen = version
    if demand > .none { deliver(value) } else { memory.keep(value.input()) }
  }

  /// Delivers a value and books it, and what the delivery has requested.
  private func deliver(_ value: UnsafeRawPointer) {
    serializer.assertEntered()
    let more = downstream.onValue(value)
    demand -= 1
    demand += Subscribers.Demand(raw: more)
  }

  package override func fulfill(_ more: Subscribers.Demand) {
    serializer.enqueue {
      // Once the demand is unlimited, `seen` is not updated, so nothing may be delivered from here.
      guard !self.outstanding.isUnlimited else { return }
      self.demand += more
      self.drain()
    }
  }

  package override func complete(_ send: @escaping (RawSubscriber) -> Void) {
    serializer.enqueue {
      self.completion = send
      self.drain()
    }
  }

  /// Delivers what has been requested, and the completion after it.
  private func drain() {
    serializer.assertEntered()
    while demand > .none, !isClosed, let value = memory.next(seen: &seen) {
      _withUnprotectedUnsafePointer(to: value) { deliver($0) }
    }
    if completion != nil, !memory.holdsCompletion(), let send = completion.take() { close(andSend: send) }
  }

  package override func didLeave() {
    serializer.enqueue {
      self.memory.removeAll()
      self.completion = nil
      self.subscriber = nil
    }
  }
}
