import Streams

/// The last elements of a subject, numbered by version.
final class ReplayBuffer<Value>: @unchecked Sendable {
  // Sendable because what is variable is behind its lock.
  let limit: Int
  private let state = Locked(State())

  private struct State {
    var values = Deque<Value>()
    var version = 0
    var hasEnded = false

    /// Takes out the elements beyond the limit.
    mutating func trim(to limit: Int) -> Deque<Value> {
      var dropped = Deque<Value>()
      while values.count > limit, let value = values.popFirst() { dropped.append(value) }
      return dropped
    }
  }

  init(limit: Int) { self.limit = limit }

  /// The elements to replay, oldest first, and the version of the newest.
  var latest: (values: Deque<Value>, version: Int) {
    state.withLock { ($0.values, $0.version) }
  }

  /// Appends an element.
  ///
  /// - Returns: Its version; `nil` after the completion.
  func append(_ value: Value) -> Int? {
    let (version, _) = state.withLock { state -> (Int?, Deque<Value>) in
      guard !state.hasEnded else { return (nil, Deque()) }
      state.version += 1
      state.values.append(value)
      return (state.version, state.trim(to: limit))
    }
    return version
  }

  /// Ends the buffer: nothing is appended from here on.
  func end() { state.withLock { $0.hasEnded = true } }
}

/// Replays the last elements to one subscription.
///
/// A requested element is never dropped; of the others it keeps as many as the subject replays.
struct ReplayMemory<Value>: SubjectMemory {
  let buffer: ReplayBuffer<Value>
  private var queue = Deque<Value>()
  private var hasReplayed = false

  init(_ buffer: ReplayBuffer<Value>) { self.buffer = buffer }

  mutating func keep(_ value: @autoclosure () -> Value) {
    // Before the replay the buffer keeps it.
    guard hasReplayed else { return }
    queue.append(value())
    if queue.count > buffer.limit { _ = queue.popFirst() }
  }

  mutating func next(seen: inout Int) -> Value? {
    if let version = replay() { seen = version }
    return queue.popFirst()
  }

  mutating func holdsCompletion() -> Bool {
    replay()
    return !queue.isEmpty
  }

  /// Queues the elements to replay, once.
  ///
  /// - Returns: The version of the newest.
  @discardableResult private mutating func replay() -> Int? {
    guard !hasReplayed else { return nil }
    hasReplayed = true
    let (values, version) = buffer.latest
    queue = values
    return version
  }
}
