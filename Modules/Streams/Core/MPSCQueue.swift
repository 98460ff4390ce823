import Synchronization

/// A lock-free queue with several producers and one consumer at a time.
@usableFromInline package struct MPSCQueue: ~Copyable, @unchecked Sendable {
  // Sendable because both ends are atomic, and a queued event is reachable only through the queue.

  /// The newest event, which links to the one before it and so on. The queue retains each once.
  private let arrivals = Atomic<Unmanaged<QueuedEvent>?>(nil)
  /// The oldest of the events taken from `arrivals`, which links to the one after it. Only the consumer uses it.
  private let departures = Atomic<Unmanaged<QueuedEvent>?>(nil)

  package init() {}

  package func enqueue(_ event: QueuedEvent) {
    let new = Unmanaged.passRetained(event)
    event.next = arrivals.load(ordering: .relaxed)
    while true {
      // Releases the event's contents to the exchange in `oldestArrival`.
      let (done, found) = arrivals.compareExchange(expected: event.next, desired: new, ordering: .releasing)
      if done { return }
      event.next = found
    }
  }

  package func dequeue() -> QueuedEvent? {
    let first = departures.load(ordering: .relaxed) ?? oldestArrival()
    guard let event = first?.takeRetainedValue() else { return nil }
    departures.store(event.next, ordering: .relaxed)
    return event
  }

  /// Takes all arrivals and reverses their links, so that each leads to the event that came after it.
  private func oldestArrival() -> Unmanaged<QueuedEvent>? {
    var next = arrivals.exchange(nil, ordering: .acquiring)
    var oldest: Unmanaged<QueuedEvent>?
    while let event = next {
      event._withUnsafeGuaranteedRef {
        next = $0.next
        $0.next = oldest
      }
      oldest = event
    }
    return oldest
  }

  // One by one, because releasing a linked list recurses as deep as the list is long.
  deinit { while dequeue() != nil {} }
}

/// A value or a completion in a queue, without its type.
@usableFromInline package class QueuedEvent {
  /// The neighbour in an ``MPSCQueue``, which retains it.
  // Unchecked because an event is in one queue, which passes it from one thread to another.
  @exclusivity(unchecked) final var next: Unmanaged<QueuedEvent>?

  @inlinable package init() {}

  @usableFromInline package var isCompletion: Bool { false }

  /// - Returns: The additional demand.
  @usableFromInline package func send(to subscriber: RawSubscriber) -> UInt {
    preconditionFailure("A queued event is a QueuedValue or a QueuedCompletion")
  }
}

/// A value in a queue.
@usableFromInline package final class QueuedValue<Value>: QueuedEvent {
  @usableFromInline package let value: Value

  @inlinable package init(_ value: Value) { self.value = value }

  @inlinable package override func send(to subscriber: RawSubscriber) -> UInt {
    _withUnprotectedUnsafePointer(to: value) { subscriber.onValue($0) }
  }

  /// Copies the value at an address.
  @inlinable package static func copy(_ value: UnsafeRawPointer) -> QueuedEvent { QueuedValue(value.input()) }
}

/// A completion in a queue.
@usableFromInline package final class QueuedCompletion: QueuedEvent {
  @usableFromInline package let send: (RawSubscriber) -> Void

  @usableFromInline package init(_ send: @escaping (RawSubscriber) -> Void) { self.send = send }

  @usableFromInline package override var isCompletion: Bool { true }

  @usableFromInline package override func send(to subscriber: RawSubscriber) -> UInt {
    send(subscriber)
    return 0
  }
}
