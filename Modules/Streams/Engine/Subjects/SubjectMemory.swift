/// The current value of a subject, and how many there have been.
@usableFromInline package final class CurrentValue<Value>: @unchecked Sendable {
  // Sendable because the value is touched only under the lock of its version.
  @usableFromInline package let version = Locked(0)
  // NB: beside the lock and not in it: a generic type inside another is looked up whenever an object is made or released.
  @usableFromInline @exclusivity(unchecked) package var stored: Value

  @inlinable package init(_ value: Value) { stored = value }

  @inlinable package var value: Value { version.withLock { _ in stored } }
  @inlinable package var latest: (value: Value, version: Int) { version.withLock { (stored, $0) } }

  /// Replaces the value.
  ///
  /// - Parameter version: Its version, unless the present one is newer; `nil` for the next.
  /// - Returns: The version.
  @inlinable @discardableResult package func replace(_ value: Value, version: Int? = nil) -> Int {
    // The old value is released after the lock, because its deinit may call back.
    exchange(value, version: version).version
  }

  /// Replaces the value, and returns the old one with the version.
  @inlinable package func exchange(_ value: Value, version: Int? = nil) -> (old: Value?, version: Int) {
    self.version.withLock { current -> (Value?, Int) in
      let new = version ?? current + 1
      guard current < new else { return (nil, new) }
      let old = stored
      current = new
      stored = value
      return (old, new)
    }
  }
}

/// What a subject remembers for one subscription. Used only inside the subscription's serializer.
// NB: without the type of the values, which a subscription that is reached through its superclass would have to look up.
@usableFromInline package protocol SubjectMemory {
  /// Handles a value without demand.
  mutating func keep(_ value: @autoclosure () -> QueuedEvent)

  /// Takes the next value that is kept; called when there is demand.
  ///
  /// - Parameter seen: The latest version that the subscription has received.
  mutating func next(seen: inout Int) -> QueuedEvent?

  /// Whether the completion must wait for values that are kept.
  mutating func holdsCompletion() -> Bool
}

/// Answers the first demand with the current value, and so the first demand after values that found none.
@usableFromInline package struct CurrentValueMemory: SubjectMemory {
  /// The current value and its version.
  @usableFromInline let latest: () -> (value: QueuedEvent, version: Int)
  /// Whether the current value has not been delivered.
  @usableFromInline var isBehind = true

  @inlinable package init<Value>(_ current: CurrentValue<Value>) {
    latest = {
      let (value, version) = current.latest
      return (QueuedValue(value), version)
    }
  }

  @usableFromInline package mutating func keep(_ value: @autoclosure () -> QueuedEvent) { isBehind = true }

  @usableFromInline package mutating func next(seen: inout Int) -> QueuedEvent? {
    guard isBehind else { return nil }
    isBehind = false
    let latest = latest()
    seen = latest.version
    return latest.value
  }

  @usableFromInline package func holdsCompletion() -> Bool { false }
}

extension SubscriberList {
  /// Sends a value that becomes current at once, also while an older one is being delivered.
  ///
  /// - Parameters:
  ///   - evenAfterCompletion: Whether the value is stored after the completion.
  ///   - store: Receives its version when it has been delivered or queued.
  @inlinable @inline(__always) package func send<Value>(
    _ value: Value, as current: CurrentValue<Value>, evenAfterCompletion: Bool = true, store: (Int) -> Void = { _ in }
  ) {
    let thread = currentThread()
    guard enterInTurn(thread) else {
      return sendQueued(value, as: current, evenAfterCompletion: evenAfterCompletion, store: store)
    }
    if evenAfterCompletion || !isCompletionSent {
      let version = current.replace(value)
      deliver(value, version)
      store(version)
    }
    exit(thread)
  }

  /// Sends a value that must not wait: it becomes current at once, and is delivered in its turn.
  // Not inlined, so that this rare path takes no registers where a value passes.
  @inlinable @inline(never) package func sendQueued<Value>(
    _ value: Value, as current: CurrentValue<Value>, evenAfterCompletion: Bool, store: (Int) -> Void
  ) {
    let thread = currentThread()
    var queued: (old: Value?, version: Int)?
    let hasEntered = serializer.enterOrMarkPending(thread) { pending in
      guard evenAfterCompletion || !isCompletionSent else { return }
      // Replaced under the lock, so that the values are queued in the order of their versions.
      let replaced = current.exchange(value)
      queued = replaced
      pending.enqueue { self.deliver(value, replaced.version) }
    }
    guard hasEntered else {
      if let queued { store(queued.version) }
      return
    }
    if evenAfterCompletion || !isCompletionSent {
      let version = current.replace(value)
      deliver(value, version)
      store(version)
    }
    exit(thread)
  }

  /// Delivers the value of a version. Inside the serializer.
  @inlinable @inline(__always) package func deliver<Value>(_ value: Value, _ version: Int) {
    // After the value has become current: a subscription that joins from here on reads it.
    refreshIfPending()
    self.version = version
    _withUnprotectedUnsafePointer(to: value) { deliver($0) }
  }
}
