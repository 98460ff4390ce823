/// The newest value of a subject and how many there have been.
@usableFromInline package final class CurrentValue<Value>: Sendable {
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

extension SubscriberList {
  /// Sends a value that others may ask for meanwhile: it is the newest at once, also while an older one goes round.
  ///
  /// - Parameters:
  ///   - evenAfterEnd: Whether the value is stored when the end has been sent.
  ///   - store: What to do with its version when it has been delivered, or has to wait for that.
  @inlinable @inline(__always)
  package func send<Value>(
    _ value: Value, as current: CurrentValue<Value>, evenAfterEnd: Bool = true, store: (Int) -> Void = { _ in }
  ) {
    let who = currentThread()
    guard serializer.tryEnter(who) else {
      return wait(who, value, as: current, evenAfterEnd: evenAfterEnd, store: store)
    }
    if evenAfterEnd || !isEndSent { store(replace(current, by: value)) }
    serializer.exit(who)
  }

  @usableFromInline package func wait<Value>(
    _ who: UInt, _ value: Value, as current: CurrentValue<Value>, evenAfterEnd: Bool, store: (Int) -> Void
  ) {
    if serializer.isOwner(who) {
      guard evenAfterEnd || !isEndSent else { return }
      let version = current.replace(value)
      store(version)
      _ = serializer.enter(who, orEnqueue: { self.deliver(value, version) })
    } else {
      // NB: this thread is not inside, so it never leaves work here.
      _ = serializer.enter(who, waitingOrEnqueue: {})
      if evenAfterEnd || !isEndSent { store(replace(current, by: value)) }
      serializer.exit(who)
    }
  }

  /// Only inside the serializer.
  @inlinable @inline(__always) package func replace<Value>(_ current: CurrentValue<Value>, by value: Value) -> Int {
    let version = current.replace(value)
    deliver(value, version)
    return version
  }

  @inlinable @inline(__always) package func deliver<Value>(_ value: Value, _ version: Int) {
    self.version = version
    withUnsafePointer(to: value) { deliver($0) }
  }
}

/// The last values of a subject, numbered.
package final class ReplayBuffer: @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.
  let limit: Int
  /// Copies a value.
  let keep: (UnsafeRawPointer) -> QueuedEvent
  private let state = Locked(State())

  private struct State {
    var ring = Deque<QueuedEvent>()
    var version = 0
    var isClosed = false
    /// How many have taken what there was and do not hear of what follows yet: nothing is dropped until they do.
    var newcomers = 0

    /// Takes out what is not to be remembered.
    mutating func trim(to limit: Int) -> Deque<QueuedEvent> {
      var dropped = Deque<QueuedEvent>()
      while newcomers == 0, ring.count > limit, let box = ring.popFirst() { dropped.append(box) }
      return dropped
    }

    /// The values behind a number.
    func values(after seen: Int) -> Deque<QueuedEvent> {
      var values = ring
      while version - values.count < seen { _ = values.popFirst() }
      return values
    }
  }

  package init(limit: Int, keep: @escaping (UnsafeRawPointer) -> QueuedEvent) {
    self.limit = limit
    self.keep = keep
  }

  /// The values that are remembered, the oldest first, and the number of the newest.
  ///
  /// - Parameter isNewcomer: Whether ``missed(by:until:)`` is to be asked for those that follow.
  func latest(isNewcomer: Bool) -> (values: Deque<QueuedEvent>, version: Int) {
    state.withLock { state in
      if isNewcomer { state.newcomers += 1 }
      return (state.values(after: state.version - limit), state.version)
    }
  }

  /// What a newcomer has not heard of.
  ///
  /// - Parameters:
  ///   - seen: The number of the newest value that it has.
  ///   - version: That of the newest value that has gone round.
  func missed(by seen: Int, until version: Int) -> Deque<QueuedEvent> {
    // NB: what is dropped is released after the lock.
    let (missed, _) = state.withLock { state in
      var rest = state.values(after: seen)
      var missed = Deque<QueuedEvent>()
      for _ in seen..<Swift.max(seen, version) { if let box = rest.popFirst() { missed.append(box) } }
      state.newcomers -= 1
      return (missed, state.trim(to: limit))
    }
    return missed
  }

  /// Adds a value.
  ///
  /// - Returns: Its number; `nil` after the end.
  package func append<Value>(_ value: Value) -> Int? {
    let box = QueuedValue(value)
    let (version, _) = state.withLock { state -> (Int?, Deque<QueuedEvent>) in
      guard !state.isClosed else { return (nil, Deque()) }
      state.version += 1
      state.ring.append(box)
      return (state.version, state.trim(to: limit))
    }
    return version
  }

  /// Nothing is added from here on.
  package func close() { state.withLock { $0.isClosed = true } }
}
