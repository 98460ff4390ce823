import Synchronization

/// One subscriber's place in a subscribers, and its subscription.
///
/// A value that finds no demand passes it by. A subject that remembers its value uses ``CurrentValueSubscription``.
@usableFromInline package class SubjectSubscription: Subscription, CustomDescribed, @unchecked Sendable {
  // NB: Sendable because `index`, `seen` and `subscriber` belong to the serializer, `subject` to the one who closes `outstanding`, `late`
  // to the one who changed `phase`, and the rest is atomic or constant.
  @usableFromInline package final let port: RawSubscriber
  @usableFromInline package final let subscribers: SubscriberList
  @usableFromInline package final let name: StaticString
  @usableFromInline package final let outstanding = AtomicDemand()
  private let needsDemand: Bool
  /// The newest version that this subscription has seen.
  @usableFromInline @exclusivity(unchecked) package final var seen = -1
  @exclusivity(unchecked) final var index = -1
  /// Keeps the subject alive until the end or the cancel.
  @exclusivity(unchecked) private final var subject: AnyObject?
  /// Keeps the subscriber alive until the end or the cancel.
  @exclusivity(unchecked) private final var subscriber: AnyObject?

  private let phase = Atomic<UInt8>(SubjectSubscription.introducing)
  @exclusivity(unchecked) private var late: ((RawSubscriber) -> Void)?

  static let introducing: UInt8 = 0
  static let introduced: UInt8 = 1
  static let endedEarly: UInt8 = 2

  /// Makes a subscription.
  ///
  /// - Parameters:
  ///   - port: The subscriber.
  ///   - subject: The subject, where the subscription keeps it alive.
  ///   - subscribers: The subscribers that it belongs to.
  ///   - name: How the subscription describes itself.
  ///   - needsDemand: Whether a request for no values is a programming error; elsewhere it does nothing.
  @usableFromInline package init(
    _ port: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, name: StaticString,
    needsDemand: Bool = true
  ) {
    self.port = port.unretained
    self.subject = subject
    subscriber = port.subscriber
    self.needsDemand = needsDemand
    self.subscribers = subscribers
    self.name = name
  }

  /// Takes the subscription: the subscriber gets its subscription, and whatever comes meanwhile comes after it.
  @usableFromInline package final func introduce() {
    // NB: kept here as well, because a cancel on another thread releases it.
    let subscriber = subscriber
    defer { withExtendedLifetime(subscriber) {} }
    subscribers.join(self)
    port.receive(subscription: self)
    guard !move(from: SubjectSubscription.introducing, to: SubjectSubscription.introduced) else { return }
    let late = late.take()
    if move(from: SubjectSubscription.endedEarly, to: SubjectSubscription.introduced) { late?(port) }
  }

  /// The subscriber has cancelled: an end that it has not been told of is kept from it.
  final func forgetEnd() { _ = move(from: SubjectSubscription.endedEarly, to: SubjectSubscription.introduced) }

  private func move(from old: UInt8, to new: UInt8) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  @usableFromInline package final var isGone: Bool { outstanding.isClosed }

  /// Hands the value of a version on if somebody asked for it. Only inside the subscribers's serializer.
  @inlinable @inline(__always) package final func offer(_ value: UnsafeRawPointer, version: Int) {
    if outstanding.isUnlimited, seen < version {
      _ = port.onValue(value)
    } else {
      offerBooked(value)
    }
  }

  /// Hands the value on where demand has to be counted.
  @usableFromInline package func offerBooked(_ value: UnsafeRawPointer) {
    if outstanding.isPositive { outstanding.consumeOne(adding: port.onValue(value)) }
  }

  /// Closes the subscription, and lets go of the subject.
  ///
  /// - Returns: Whether it was open.
  final func close() -> Bool {
    guard outstanding.close() else { return false }
    subject = nil
    return true
  }

  /// It hears of nothing more. Inside the serializer, when no value is on its way to it.
  func didLeave() { releaseSubscriber() }

  final func releaseSubscriber() { subscriber = nil }

  /// It hears of what goes round from here on, unless it has been given up. Called inside the serializer.
  func settle() {}

  /// Called inside the serializer when the subscription has been added.
  func didJoin() {}

  /// Ends the subscription. Only inside the serializer.
  func finish(_ ending: @escaping (RawSubscriber) -> Void) {
    guard close() else { return }
    end(ending)
    releaseSubscriber()
  }

  /// Tells the subscriber of the end, at once or when it has been introduced.
  final func end(_ ending: @escaping (RawSubscriber) -> Void) {
    if phase.load(ordering: .acquiring) == SubjectSubscription.introducing {
      late = ending
      if move(from: SubjectSubscription.introducing, to: SubjectSubscription.endedEarly) { return }
      late = nil
    }
    ending(port)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: needsDemand) else { return }
    outstanding.add(demand)
    subscribers.wantValues()
  }

  @usableFromInline package func cancel() {
    guard close() else { return forgetEnd() }
    subscribers.leave(self)
  }

  @usableFromInline package final var description: String { name.description }
}

/// The place of a subscriber in a subject that keeps values for it: what may not be delivered yet waits, the end behind it.
///
/// What waits is delivered by the thread that finds that it may be, one value at a time. What waits is for the slots below
/// it to say.
@usableFromInline package class BufferingSubjectSubscription: SubjectSubscription, @unchecked Sendable {
  // NB: Sendable because what it adds is touched only inside its serializer.
  final let serializer = Serializer()
  @exclusivity(unchecked) final var demand = Subscribers.Demand.none
  @exclusivity(unchecked) private var ending: ((RawSubscriber) -> Void)?
  /// Copies a value.
  final let keep: (UnsafeRawPointer) -> QueuedEvent

  init(
    _ port: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, name: StaticString,
    keep: @escaping (UnsafeRawPointer) -> QueuedEvent
  ) {
    self.keep = keep
    super.init(port, of: subject, subscribers: subscribers, name: name)
  }

  /// A value goes round. Inside the serializer.
  ///
  /// - Parameters:
  ///   - version: Its version.
  ///   - box: Keeps it.
  ///   - hand: Delivers it.
  func take(_ version: Int, box: () -> QueuedEvent, hand: () -> UInt) {}

  /// What waits and comes next; asked for when there is demand. Inside the serializer.
  func next() -> QueuedEvent? { nil }

  /// Whether the end must wait. Inside the serializer.
  var hasMore: Bool { false }

  /// Delivers what may be delivered. Inside the serializer.
  final func deliver() {
    while demand > .none, !isGone, let box = next() { book(box.send(to: port)) }
    guard !hasMore else { return }
    if let ending = ending.take(), close() {
      end(ending)
      releaseSubscriber()
    }
  }

  /// Takes the worth of a value that has been delivered, and adds what the delivery asked for. Inside the serializer.
  final func book(_ more: UInt) {
    demand -= 1
    demand += Subscribers.Demand(raw: more)
  }

  package override func offerBooked(_ value: UnsafeRawPointer) {
    let version = subscribers.version
    if serializer.tryEnter(Serializer.anyOwner) {
      take(version, box: { keep(value) }, hand: { port.onValue(value) })
      // NB: once everything is asked for, values pass the serializer by. It is said here, where none of them waits at the serializer.
      if demand == .unlimited, !hasMore { outstanding.add(.unlimited) }
      serializer.exit(Serializer.anyOwner)
    } else {
      let box = keep(value)
      serializer.enqueue { self.take(version, box: { box }, hand: { box.send(to: self.port) }) }
    }
  }

  package override func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: true) else { return }
    serializer.enqueue { self.ask(demand) }
    subscribers.wantValues()
  }

  private func ask(_ more: Subscribers.Demand) {
    // NB: what has been seen is not noted once everything is asked for.
    guard !outstanding.isUnlimited else { return }
    demand += more
    deliver()
  }

  package override func finish(_ ending: @escaping (RawSubscriber) -> Void) {
    serializer.enqueue {
      self.ending = ending
      self.deliver()
    }
  }

  package override func didLeave() {
    serializer.enqueue {
      self.release()
      self.releaseSubscriber()
    }
  }

  /// Lets go of what waits. Inside the serializer.
  func release() { ending = nil }
}

/// The place of a subscriber in a subject that remembers its newest value: the first demand is answered with that value, and
/// so is the first demand after values that found none.
///
/// Answering happens on the thread that asks, at once. A value that goes round meanwhile waits for the answer to be
/// delivered, and none of those that were asked for is lost.
@usableFromInline package final class CurrentValueSubscription<Value>: BufferingSubjectSubscription, @unchecked Sendable
{
  // NB: Sendable because what it adds is touched only inside its superclass's serializer.
  private let memory: CurrentValue<Value>
  /// The newest value has not been seen.
  @exclusivity(unchecked) private var isBehind = true

  @usableFromInline package init(
    _ port: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, memory: CurrentValue<Value>,
    name: StaticString
  ) {
    self.memory = memory
    super.init(port, of: subject, subscribers: subscribers, name: name, keep: QueuedValue<Value>.keep)
  }

  package override func take(_ version: Int, box: () -> QueuedEvent, hand: () -> UInt) {
    guard !isGone, seen < version else { return }
    isBehind = demand == .none
    guard !isBehind else { return }
    seen = version
    book(hand())
  }

  package override func didJoin() {
    // NB: what went round before is made up for; what is stored already and waits for its turn comes round.
    let version = subscribers.version
    serializer.enqueue {
      if self.seen < version { self.isBehind = true }
      self.deliver()
    }
  }

  package override func next() -> QueuedEvent? {
    guard isBehind else { return nil }
    let latest = memory.latest
    isBehind = false
    seen = latest.version
    return QueuedValue(latest.value)
  }
}

/// The place of a subscriber in a subject that remembers its last values: it begins with them.
///
/// What has been asked for is never dropped; of what has not, it keeps as many as the subject remembers.
package final class ReplaySubscription: BufferingSubjectSubscription, @unchecked Sendable {
  // NB: Sendable because what it adds is touched only inside its superclass's serializer.
  private let replayBuffer: ReplayBuffer
  @exclusivity(unchecked) private var hasReplayed = false
  /// Whether it hears of what is sent.
  @exclusivity(unchecked) private var isSettled = false
  @exclusivity(unchecked) private var waiting = Deque<QueuedEvent>()

  package init(
    _ port: RawSubscriber, of subject: AnyObject, subscribers: SubscriberList, replayBuffer: ReplayBuffer,
    name: StaticString
  ) {
    self.replayBuffer = replayBuffer
    super.init(port, of: subject, subscribers: subscribers, name: name, keep: replayBuffer.keep)
  }

  /// Takes what there is until here, when it is first asked for.
  private func recall() {
    guard !hasReplayed else { return }
    hasReplayed = true
    (waiting, seen) = replayBuffer.latest(isNewcomer: !isSettled)
  }

  package override func settle() {
    let version = subscribers.version
    serializer.enqueue {
      self.isSettled = true
      guard self.hasReplayed else { return }
      var missed = self.replayBuffer.missed(by: self.seen, until: version)
      self.seen = max(self.seen, version)
      while !self.isGone, let box = missed.popFirst() { self.store(box) }
      self.deliver()
    }
  }

  package override func take(_ version: Int, box: () -> QueuedEvent, hand: () -> UInt) {
    guard !isGone, hasReplayed, seen < version else { return }
    guard demand == .none else { return book(hand()) }
    store(box())
  }

  private func store(_ box: QueuedEvent) {
    waiting.append(box)
    if demand == .none, waiting.count > replayBuffer.limit { _ = waiting.popFirst() }
  }

  package override func finish(_ ending: @escaping (RawSubscriber) -> Void) {
    serializer.enqueue { self.recall() }
    super.finish(ending)
  }

  package override var hasMore: Bool { !waiting.isEmpty }

  package override func next() -> QueuedEvent? {
    recall()
    return waiting.popFirst()
  }

  package override func release() {
    super.release()
    waiting.removeAll()
  }
}
