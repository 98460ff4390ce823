import Synchronization

/// A subscription to a subject that keeps values for it: what may not be delivered yet is kept, and the completion after it.
///
/// What is kept is delivered on the thread that requests it, one value at a time; a value that the subject delivers meanwhile
/// waits and follows. So the current value of a subject reaches a new subscriber before `sink` returns.
@usableFromInline
package final class BufferingSubjectSubscription<Memory: SubjectMemory>: SubjectSubscription, @unchecked Sendable {
  // Sendable because what it adds is touched only inside its own serializer.
  private let serializer = Serializer()
  /// Whether anything has been requested.
  private let isRequested = Atomic<Bool>(false)
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

  /// Delivers a value after what is being delivered because of a request, for which it waits.
  package override func receiveCounted(_ value: UnsafeRawPointer) {
    // Until the first request the subject remembers for this subscription. Pairs with the store in `fulfill(_:)`: a sender that
    // finds `false` has let the subject remember its value before that, so the request finds it there.
    guard isRequested.load(ordering: .acquiring) else { return }
    let version = subscribers.version
    let thread = currentThread()
    if serializer.tryEnter(thread) || serializer.waitToEnter(thread) {
      receive(value, version)
      // From here on values bypass the serializer; set where none of them is queued.
      if demand == .unlimited { outstanding.add(.unlimited) }
      serializer.exit(thread)
    } else {
      let value: Memory.Value = value.input()
      serializer.enqueue(as: thread) { _withUnprotectedUnsafePointer(to: value) { self.receive($0, version) } }
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
    serializer.enqueue(as: currentThread()) {
      self.isRequested.store(true, ordering: .releasing)
      // Once the demand is unlimited, `seen` is not updated, so nothing may be delivered from here.
      guard !self.outstanding.isUnlimited else { return }
      self.demand += more
      self.drain()
    }
  }

  package override func complete(_ send: @escaping (RawSubscriber) -> Void) {
    serializer.enqueue(as: currentThread()) {
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
    serializer.enqueue(as: currentThread()) {
      self.memory.removeAll()
      self.completion = nil
      self.subscriber = nil
    }
  }
}
