/// A value or a completion in a queue, without its type.
@usableFromInline package class QueuedEvent {
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
