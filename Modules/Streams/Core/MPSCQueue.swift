import Synchronization

/// A queue of boxes between two threads: one puts in at a time, one takes out at a time, and neither waits for the other.
@usableFromInline package struct MPSCQueue: ~Copyable, @unchecked Sendable {
  // NB: Sendable because what both ends touch is atomic, and a box in here is nobody else's.

  /// The box that came last, which leads to the one before it and so on. Each is retained once.
  private let arrivals = Atomic<Unmanaged<QueuedEvent>?>(nil)
  /// The box that came first of those taken from `arrivals`, which leads to the one after it. Only of the taking end.
  private let departures = Atomic<Unmanaged<QueuedEvent>?>(nil)

  package init() {}

  package func enqueue(_ box: QueuedEvent) {
    let new = Unmanaged.passRetained(box)
    box.next = arrivals.load(ordering: .relaxed)
    while true {
      let (done, found) = arrivals.compareExchange(expected: box.next, desired: new, ordering: .releasing)
      if done { return }
      box.next = found
    }
  }

  package func dequeue() -> QueuedEvent? {
    let first = departures.load(ordering: .relaxed) ?? oldestArrival()
    guard let box = first?.takeRetainedValue() else { return nil }
    departures.store(box.next, ordering: .relaxed)
    return box
  }

  /// Takes what has arrived, and has each box lead to the one that came after it.
  private func oldestArrival() -> Unmanaged<QueuedEvent>? {
    var next = arrivals.exchange(nil, ordering: .acquiring)
    var oldest: Unmanaged<QueuedEvent>?
    while let box = next {
      box._withUnsafeGuaranteedRef {
        next = $0.next
        $0.next = oldest
      }
      oldest = box
    }
    return oldest
  }

  // NB: one after the other, because to release a chain is to nest as deep as it is long.
  deinit { while dequeue() != nil {} }
}

/// A value, whatever its type, that has to wait.
@usableFromInline package class QueuedEvent {
  /// The box before or after it, while it is in a ``MPSCQueue``, which has it retained.
  // NB: unchecked because a box is in one passage, which hands it from one thread to the other.
  @exclusivity(unchecked) final var next: Unmanaged<QueuedEvent>?

  @inlinable package init() {}

  /// Whether this is no value but the end.
  @usableFromInline package var isCompletion: Bool { false }

  @usableFromInline package func send(to port: RawSubscriber) -> UInt {
    preconditionFailure("A value box is a QueuedValue")
  }
}

/// A value that has to wait.
@usableFromInline package final class QueuedValue<Value>: QueuedEvent {
  @usableFromInline package let value: Value

  @inlinable package init(_ value: Value) { self.value = value }

  @inlinable package override func send(to port: RawSubscriber) -> UInt {
    withUnsafePointer(to: value) { port.onValue($0) }
  }

  /// Copies the value at an address.
  @inlinable package static func keep(_ value: UnsafeRawPointer) -> QueuedEvent { QueuedValue(value.input()) }
}

/// A completion that has to wait behind values.
@usableFromInline package final class QueuedCompletion: QueuedEvent {
  @usableFromInline package let send: (RawSubscriber) -> Void

  @usableFromInline package init(_ send: @escaping (RawSubscriber) -> Void) { self.send = send }

  @usableFromInline package override var isCompletion: Bool { true }

  @usableFromInline package override func send(to port: RawSubscriber) -> UInt {
    send(port)
    return 0
  }
}
