/// The newest value of a subject, whatever its type.
@usableFromInline class Memory: @unchecked Sendable {
  // NB: Sendable because the one class below it keeps its value behind a lock.
  @usableFromInline init() {}
  var version: Int { preconditionFailure("A memory is a Current") }
  func latest() -> (box: ValueBox, version: Int) { preconditionFailure("A memory is a Current") }
  func keep(_ value: UnsafeRawPointer) -> ValueBox { preconditionFailure("A memory is a Current") }
}

/// The newest value of a subject and how many there have been.
@usableFromInline final class Current<Value>: Memory, @unchecked Sendable {
  // NB: Sendable because its value is behind its lock.
  @usableFromInline let stored: Locked<Stored>

  @usableFromInline struct Stored {
    @usableFromInline var value: Value
    @usableFromInline var version = 0
  }

  @usableFromInline init(_ value: Value) { stored = Locked(Stored(value: value)) }

  @inlinable var value: Value { stored.withLock { $0.value } }

  /// Replaces the value.
  ///
  /// - Returns: The new version.
  @inlinable func replace(_ value: Value) -> Int {
    // NB: the old value is released after the lock: its deinit may be anybody's code.
    let (_, version) = stored.withLock { stored in
      let old = stored.value
      stored.value = value
      stored.version += 1
      return (old, stored.version)
    }
    return version
  }

  override var version: Int { stored.withLock { $0.version } }

  override func latest() -> (box: ValueBox, version: Int) {
    stored.withLock { (Boxed($0.value), $0.version) }
  }

  override func keep(_ value: UnsafeRawPointer) -> ValueBox {
    Boxed(value.assumingMemoryBound(to: Value.self).pointee)
  }
}
