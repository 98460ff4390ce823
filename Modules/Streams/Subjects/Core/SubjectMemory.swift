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
      let old = stored.value
      stored.value = value
      stored.version = new
      return (old, new)
    }
    return version
  }
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
    guard serializer.tryEnter(thread) else {
      return sendInTurn(thread, value, as: current, evenAfterCompletion: evenAfterCompletion, store: store)
    }
    if evenAfterCompletion || !isCompletionSent { store(replace(current, by: value)) }
    serializer.exit(thread)
  }

  @usableFromInline package func sendInTurn<Value>(
    _ thread: UInt, _ value: Value, as current: CurrentValue<Value>, evenAfterCompletion: Bool, store: (Int) -> Void
  ) {
    if serializer.isInside(thread) {
      guard evenAfterCompletion || !isCompletionSent else { return }
      let version = current.replace(value)
      store(version)
      _ = serializer.enter(thread, orEnqueue: { self.deliver(value, version) })
    } else {
      // This thread is not inside, so it waits and never enqueues.
      _ = serializer.enter(thread, waitingOrEnqueue: {})
      if evenAfterCompletion || !isCompletionSent { store(replace(current, by: value)) }
      serializer.exit(thread)
    }
  }

  /// Inside the serializer.
  @inlinable @inline(__always) package func replace<Value>(_ current: CurrentValue<Value>, by value: Value) -> Int {
    let version = current.replace(value)
    deliver(value, version)
    return version
  }

  @inlinable @inline(__always) package func deliver<Value>(_ value: Value, _ version: Int) {
    self.version = version
    _withUnprotectedUnsafePointer(to: value) { deliver($0) }
  }
}

/// The last values of a subject, numbered by version.
package final class ReplayBuffer: @unchecked Sendable {
  // Sendable because what is variable is behind its lock.
  let limit: Int
  /// Copies a value.
  let copy: (UnsafeRawPointer) -> QueuedEvent
  private let state = Locked(State())

  private struct State {
    var values = Deque<QueuedEvent>()
    var version = 0
    var isClosed = false
    /// How many subscriptions have replayed and do not receive deliveries yet. Nothing is dropped until they do.
    var joiningCount = 0

    /// Takes out the values beyond the limit.
    mutating func trim(to limit: Int) -> Deque<QueuedEvent> {
      var dropped = Deque<QueuedEvent>()
      while joiningCount == 0, values.count > limit, let value = values.popFirst() { dropped.append(value) }
      return dropped
    }

    /// The values after a version.
    func values(after seen: Int) -> Deque<QueuedEvent> {
      var rest = values
      while version - rest.count < seen { _ = rest.popFirst() }
      return rest
    }
  }

  package init(limit: Int, copy: @escaping (UnsafeRawPointer) -> QueuedEvent) {
    self.limit = limit
    self.copy = copy
  }

  /// The values to replay, oldest first, and the version of the newest.
  ///
  /// - Parameter isJoining: Whether the caller will ask for the values that follow with `missed(after:through:)`.
  func latest(isJoining: Bool) -> (values: Deque<QueuedEvent>, version: Int) {
    state.withLock { state in
      if isJoining { state.joiningCount += 1 }
      return (state.values(after: state.version - limit), state.version)
    }
  }

  /// The values that a joining subscription has not received.
  ///
  /// - Parameters:
  ///   - seen: The version of its newest value.
  ///   - version: The version that the subject has delivered last.
  func missed(after seen: Int, through version: Int) -> Deque<QueuedEvent> {
    // Dropped values are released after the lock.
    let (missed, _) = state.withLock { state in
      var rest = state.values(after: seen)
      var missed = Deque<QueuedEvent>()
      for _ in seen..<Swift.max(seen, version) { if let value = rest.popFirst() { missed.append(value) } }
      state.joiningCount -= 1
      return (missed, state.trim(to: limit))
    }
    return missed
  }

  /// Appends a value.
  ///
  /// - Returns: Its version; `nil` after the completion.
  package func append<Value>(_ value: Value) -> Int? {
    let queued = QueuedValue(value)
    let (version, _) = state.withLock { state -> (Int?, Deque<QueuedEvent>) in
      guard !state.isClosed else { return (nil, Deque()) }
      state.version += 1
      state.values.append(queued)
      return (state.version, state.trim(to: limit))
    }
    return version
  }

  /// Ends the buffer: nothing is appended from here on.
  package func close() { state.withLock { $0.isClosed = true } }
}
