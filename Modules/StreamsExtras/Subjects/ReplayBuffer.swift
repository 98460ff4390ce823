import Streams

/// The last elements of a subject, numbered by version.
@usableFromInline package final class ReplayBuffer<Value>: @unchecked Sendable {
  // Sendable because the elements are touched only under the lock of the position.
  @usableFromInline package let limit: Int
  @usableFromInline package let position = Locked(ReplayPosition())
  // NB: beside the lock and not in it: a generic type inside another is looked up whenever an object is made or released.
  @usableFromInline @exclusivity(unchecked) package var values = Deque<Value>()

  // NB: never inlined: the optimiser could put a buffer, whose making it sees, on the stack.
  @inlinable @inline(never) package init(limit: Int) { self.limit = limit }

  /// The elements to replay, oldest first, and the version of the newest.
  @inlinable package var latest: (values: Deque<Value>, version: Int) { position.withLock { (values, $0.version) } }

  /// Appends an element.
  ///
  /// - Returns: Its version; `nil` after the completion.
  @inlinable package func append(_ value: Value) -> Int? {
    var dropped: Value?
    // Released after the lock, because a `deinit` may call back.
    defer { withExtendedLifetime(dropped) {} }
    return position.withLock { position in
      guard !position.hasEnded else { return nil }
      position.version += 1
      values.append(value)
      if values.count > limit { dropped = values.popFirst() }
      return position.version
    }
  }

  /// Ends the buffer: nothing is appended from here on.
  @usableFromInline package func end() { position.withLock { $0.hasEnded = true } }
}

/// How far a replay buffer is.
@usableFromInline package struct ReplayPosition {
  /// The version of the newest element.
  @usableFromInline package var version = 0
  @usableFromInline package var hasEnded = false

  @usableFromInline init() {}
}

/// Replays the last elements to one subscription.
///
/// A requested element is never dropped; of the others it keeps as many as the subject replays.
@usableFromInline package struct ReplayMemory: SubjectMemory {
  private let limit: Int
  /// The elements to replay, oldest first, and the version of the newest.
  private let latest: () -> (values: Deque<QueuedEvent>, version: Int)
  private var queue = Deque<QueuedEvent>()
  private var hasReplayed = false

  @usableFromInline init(limit: Int, latest: @escaping () -> (values: Deque<QueuedEvent>, version: Int)) {
    self.limit = limit
    self.latest = latest
  }

  @inlinable package init<Value>(_ buffer: ReplayBuffer<Value>) {
    self.init(limit: buffer.limit) {
      var (values, version) = buffer.latest
      var events = Deque<QueuedEvent>()
      while let value = values.popFirst() { events.append(QueuedValue(value)) }
      return (events, version)
    }
  }

  @usableFromInline package mutating func keep(_ value: @autoclosure () -> QueuedEvent) {
    // Before the replay the buffer keeps it.
    guard hasReplayed else { return }
    queue.append(value())
    if queue.count > limit { _ = queue.popFirst() }
  }

  @usableFromInline package mutating func next(seen: inout Int) -> QueuedEvent? {
    if let version = replay() { seen = version }
    return queue.popFirst()
  }

  @usableFromInline package mutating func holdsCompletion() -> Bool {
    replay()
    return !queue.isEmpty
  }

  /// Queues the elements to replay, once.
  ///
  /// - Returns: The version of the newest.
  @discardableResult private mutating func replay() -> Int? {
    guard !hasReplayed else { return nil }
    hasReplayed = true
    let (values, version) = latest()
    queue = values
    return version
  }
}
