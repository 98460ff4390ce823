/// The newest value of a subject and how many there have been.
@usableFromInline package final class Current<Value>: Sendable {
  @usableFromInline package let stored: Locked<Stored>

  @usableFromInline package struct Stored {
    @usableFromInline package var value: Value
    @usableFromInline package var version = 0
  }

  @usableFromInline package init(_ value: Value) { stored = Locked(Stored(value: value)) }

  @inlinable package var value: Value { stored.withLock { $0.value } }
  var latest: Stored { stored.withLock { $0 } }

  /// Replaces the value.
  ///
  /// - Parameter version: The version it is to be, unless there is a newer one; `nil` for the next.
  /// - Returns: The version.
  @inlinable @discardableResult package func replace(_ value: Value, version: Int? = nil) -> Int {
    // NB: the old value is released after the lock: its deinit may be anybody's code.
    let (_, version) = stored.withLock { stored -> (Value?, Int) in
      let new = version ?? stored.version + 1
      guard stored.version < new else { return (nil, new) }
      let old = stored.value
      stored.value = value
      stored.version = new
      return (old, new)
    }
    return version
  }
}

extension Roster {
  /// Sends a value that others may ask for meanwhile: it is the newest at once, also while an older one goes round.
  ///
  /// - Parameters:
  ///   - evenAfterEnd: Whether the value is stored when the end has been sent.
  ///   - store: What to do with its version when it has been delivered, or has to wait for that.
  @inlinable @inline(__always)
  package func send<Value>(
    _ value: Value, as current: Current<Value>, evenAfterEnd: Bool = true, store: (Int) -> Void = { _ in }
  ) {
    let who = currentThread()
    guard gate.enter(who) else { return wait(who, value, as: current, evenAfterEnd: evenAfterEnd, store: store) }
    if evenAfterEnd || !isEndSent { store(replace(current, by: value)) }
    gate.leave(who)
  }

  @usableFromInline package func wait<Value>(
    _ who: UInt, _ value: Value, as current: Current<Value>, evenAfterEnd: Bool, store: (Int) -> Void
  ) {
    if gate.isInside(who) {
      guard evenAfterEnd || !isEndSent else { return }
      let version = current.replace(value)
      store(version)
      _ = gate.enter(who, orLeave: { self.deliver(value, version) })
    } else {
      // NB: this thread is not inside, so it never leaves work here.
      _ = gate.enter(who, waitingOrLeave: {})
      if evenAfterEnd || !isEndSent { store(replace(current, by: value)) }
      gate.leave(who)
    }
  }

  /// Only inside the gate.
  @inlinable @inline(__always) package func replace<Value>(_ current: Current<Value>, by value: Value) -> Int {
    let version = current.replace(value)
    deliver(value, version)
    return version
  }

  @inlinable @inline(__always) package func deliver<Value>(_ value: Value, _ version: Int) {
    self.version = version
    withUnsafePointer(to: value) { deliver($0) }
  }
}
