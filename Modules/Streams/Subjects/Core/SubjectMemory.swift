/// The current value of a subject, and how many there have been.
@usableFromInline package final class CurrentValue<Value>: Sendable {
  @usableFromInline package let stored: Locked<(value: Value, version: Int)>

  @usableFromInline package init(_ value: Value) { stored = Locked((value, version: 0)) }

  @inlinable package var value: Value { stored.withLock { $0.value } }
  var latest: (value: Value, version: Int) { stored.withLock { $0 } }

  /// Replaces the value.
  ///
  /// - Parameter version: Its version, unless the present one is newer; `nil` for the next.
  /// - Returns: The version.
  @inlinable @discardableResult package func replace(_ value: Value, version: Int? = nil) -> Int {
    // The old value is released after the lock, because its deinit may call back.
    let (_, version) = stored.withLock { stored -> (Value?, Int) in
      let new = version ?? stored.version + 1
      guard stored.version < new else { return (nil, new) }
      defer { stored = (value, new) }
      return (stored.value, new)
    }
    return version
  }
}

/// What a subject remembers for one subscription. Used only inside the subscription's serializer.
@usableFromInline package protocol SubjectMemory {
  associatedtype Value

  /// The values that the subject has delivered before it delivers to the subscription, with their versions.
  ///
  /// - Parameters:
  ///   - seen: The latest version that the subscription has received.
  ///   - version: The version that the subject has delivered last.
  mutating func missed(after seen: Int, through version: Int) -> [(value: Value, version: Int)]

  /// Handles a value without demand.
  mutating func keep(_ value: @autoclosure () -> Value)

  /// Takes the next value that is kept; called when there is demand.
  ///
  /// - Parameter seen: The latest version that the subscription has received.
  mutating func next(seen: inout Int) -> Value?

  /// Whether the completion must wait for values that are kept.
  mutating func holdsCompletion() -> Bool

  /// Releases what is kept, at cancellation.
  mutating func removeAll()
}

/// Answers the first demand with the current value, and so the first demand after values that found none.
@usableFromInline package struct CurrentValueMemory<Value>: SubjectMemory {
  private let current: CurrentValue<Value>
  /// Whether the current value has not been delivered.
  private var isBehind = true

  @usableFromInline package init(_ current: CurrentValue<Value>) { self.current = current }

  @usableFromInline package func missed(after seen: Int, through version: Int) -> [(value: Value, version: Int)] {
    isBehind || seen >= version ? [] : [current.latest]
  }

  @usableFromInline package mutating func keep(_ value: @autoclosure () -> Value) { isBehind = true }

  @usableFromInline package mutating func next(seen: inout Int) -> Value? {
    guard isBehind else { return nil }
    isBehind = false
    let latest = current.latest
    seen = latest.version
    return latest.value
  }

  @usableFromInline package func holdsCompletion() -> Bool { false }
  @usableFromInline package func removeAll() {}
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
    guard serializer.tryEnter(thread) || serializer.waitToEnter(thread) else {
      return sendNested(value, as: current, evenAfterCompletion: evenAfterCompletion, store: store)
    }
    if evenAfterCompletion || !isCompletionSent {
      let version = current.replace(value)
      deliver(value, version)
      store(version)
    }
    serializer.exit(thread)
  }

  /// Sends a value from inside a delivery.
  @usableFromInline package func sendNested<Value>(
    _ value: Value, as current: CurrentValue<Value>, evenAfterCompletion: Bool, store: (Int) -> Void
  ) {
    guard evenAfterCompletion || !isCompletionSent else { return }
    let version = current.replace(value)
    store(version)
    serializer.enqueue(as: currentThread()) { self.deliver(value, version) }
  }

  /// Delivers the value of a version. Inside the serializer.
  @inlinable @inline(__always) package func deliver<Value>(_ value: Value, _ version: Int) {
    self.version = version
    _withUnprotectedUnsafePointer(to: value) { deliver($0) }
  }
}
