import Synchronization

/// Opens once, from any thread, and stays open.
@usableFromInline package final class AtomicFlag: Sendable {
  @usableFromInline package let flag = Atomic<Bool>(false)

  @usableFromInline package init() {}

  @inlinable @inline(__always) package var isOpen: Bool { flag.load(ordering: .acquiring) }
  @usableFromInline package func open() { flag.store(true, ordering: .releasing) }
}

/// A value that may be there, shared between threads.
@usableFromInline package final class SharedValue<Value>: Sendable {
  @usableFromInline package let stored = Locked<Value?>(nil)

  @usableFromInline package init() {}

  @inlinable package var value: Value? { stored.withLock { $0 } }

  @inlinable package func replace(_ value: Value) {
    // NB: the old value is released after the lock.
    let old = stored.withLock { stored in
      defer { stored = value }
      return stored
    }
    _ = old
  }

  /// The value, made if there is none. It is made outside the lock; where two threads make one, the first to come back
  /// counts.
  func value(orMake make: () -> Value) -> Value {
    if let value { return value }
    let new = make()
    return stored.withLock { stored in
      if let stored { return stored }
      stored = new
      return new
    }
  }
}
