/// The newest value of a publisher, if there has been one.
@usableFromInline final class Newest<Value>: Sendable {
  private let stored = Locked<Value?>(nil)

  @usableFromInline init() {}

  @usableFromInline var value: Value? { stored.withLock { $0 } }

  @usableFromInline func replace(_ value: Value) {
    // NB: the old value is released after the lock.
    let old = stored.withLock { stored in
      defer { stored = value }
      return stored
    }
    _ = old
  }
}
