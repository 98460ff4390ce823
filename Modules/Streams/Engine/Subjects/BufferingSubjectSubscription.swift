import Synchronization

/// A subscription to a subject that keeps values for it: what may not be delivered yet is kept, and the completion after it.
///
/// What is kept is delivered on the thread that requests it, one value at a time; a value that the subject delivers meanwhile
/// waits and follows. So the current value of a subject reaches a new subscriber before `sink` returns.
@usableFromInline
package final class BufferingSubjectSubscription: SubjectSubscription, @unchecked Sendable {
  // Sendable because what it adds is touched only inside its own serializer.
  private let serializer = Serializer()
  /// Whether anything has been requested.
  private let isRequested = Atomic<Bool>(false)
  private let demandWait = DemandWait(isActive: true)
  /// The outstanding demand. The one of the superclass is used only once it is unlimited.
  private let demand = AtomicDemand()
  /// Decides what is kept; `nil` after the end.
  @exclusivity(unchecked) private var memory: (any SubjectMemory)?
  /// Copies a value that is kept.
  private let copy: (UnsafeRawPointer) -> QueuedEvent
  @exclusivity(unchecked) private var completion: ((RawSubscriber) -> Void)?

  @usableFromInline package init(
    _ downstream: RawSubscriber, of subject: AnyObject?, subscribers: SubscriberList, name: StaticString,
    memory: any SubjectMemory, copy: @escaping (UnsafeRawPointer) -> QueuedEvent
  ) {
    self.memory = memory
    self.copy = copy
    super.init(downstream, of: subject, subscribers: subscribers, name: name)
  }

  /// Delivers a value after what is being delivered because of a request, for which it waits.
  package override func receiveCounted(_ value: UnsafeRawPointer) {
    // Until the first request the subject remembers for this subscription. Pairs with the store in `fulfillFirst(_:)`: a sender that
    // finds `false` has let the subject remember its value before that, so the request finds it there.
    guard isRequested.load(ordering: .acquiring) else { return }
    let version = subscribers.version
    let thread = currentThread()
    if serializer.tryEnter(thread) || serializer.waitToEnter(thread) {
      receive(version, send: { $0.onValue(value) }, kept: copy(value))
      // From here on values bypass the serializer; set where none of them is queued.
      if demand.isUnlimited { outstanding.add(.unlimited) }
      serializer.exit(thread)
    } else {
      let value = copy(value)
      serializer.runOrHandOver(as: thread) { self.receive(version, send: value.send, kept: value) }
    }
  }

  /// Delivers the value of a version, or keeps it.
  private func receive(_ version: Int, send: (RawSubscriber) -> UInt, kept value: @autoclosure () -> QueuedEvent) {
    guard !isClosed, seen < version else { return }
    seen = version
    // A value that is kept comes first.
    if !demandWait.isWaiting, demand.consume() {
      demand.add(Subscribers.Demand(raw: send(downstream)))
    } else {
      memory?.keep(value())
      demandWait.begin()
      drain()
    }
  }

  /// A request never waits. Only where something waits for demand does it lead to work: one piece, however many requests there
  /// are.
  package override func fulfill(_ more: Subscribers.Demand) {
    guard isRequested.load(ordering: .acquiring) else { return fulfillFirst(more) }
    demand.add(more)
    guard demandWait.hasWaited(), demandWait.mustQueue() else { return }
    serializer.runOrHandOver(as: currentThread()) {
      self.demandWait.workDidBegin()
      self.drain()
    }
  }

  /// Inside, so that the thread that requests delivers the first value, and not one that sends meanwhile.
  private func fulfillFirst(_ more: Subscribers.Demand) {
    serializer.runOrHandOver(as: currentThread()) {
      self.demand.add(more)
      self.isRequested.store(true, ordering: .releasing)
      self.drain()
    }
  }

  package override func complete(_ send: @escaping (RawSubscriber) -> Void) {
    serializer.runOrHandOver(as: currentThread()) {
      self.completion = send
      self.drain()
    }
  }

  /// Delivers what has been requested, and the completion after it.
  private func drain() {
    serializer.assertEntered()
    // Once the demand is unlimited, `seen` is not updated, so nothing may be delivered from here.
    while !outstanding.isUnlimited, demand.isPositive, !isClosed {
      guard let value = memory?.next(seen: &seen) else {
        demandWait.end()
        break
      }
      _ = demand.consume()
      demand.add(Subscribers.Demand(raw: value.send(to: downstream)))
    }
    guard completion != nil, memory?.holdsCompletion() != true, let send = completion.take() else { return }
    end(andSend: send)
    releaseMemory()
  }

  /// Releases what is kept after the serializer has been left, because a `deinit` is foreign code.
  private func releaseMemory() {
    let memory = memory.take()
    serializer.afterExit { withExtendedLifetime(memory) {} }
  }

  package override func didLeave() {
    serializer.runOrHandOver(as: currentThread()) {
      self.releaseMemory()
      self.completion = nil
      self.subscriber = nil
    }
  }
}
