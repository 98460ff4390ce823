import Streams

/// The last elements of a subject, numbered by version.
final class ReplayBuffer<Value>: @unchecked Sendable {
  // Sendable because what is variable is behind its lock.
  let limit: Int
  private let state = Locked(State())

  private struct State {
    var values = Deque<Value>()
    var version = 0
    var isClosed = false
    /// How many subscriptions have replayed and do not receive deliveries yet. Nothing is dropped until they do.
    var joiningCount = 0

    /// Takes out the elements beyond the limit.
    mutating func trim(to limit: Int) -> Deque<Value> {
      var dropped = Deque<Value>()
      while joiningCount == 0, values.count > limit, let value = values.popFirst() { dropped.append(value) }
      return dropped
    }

    /// The elements after a version.
    func values(after seen: Int) -> Deque<Value> {
      var rest = values
      while version - rest.count < seen { _ = rest.popFirst() }
      return rest
    }
  }

  init(limit: Int) { self.limit = limit }

  /// The elements to replay, oldest first, and the version of the newest.
  ///
  /// - Parameter isJoining: Whether the caller will ask for the elements that follow with `missed(after:through:)`.
  func latest(isJoining: Bool) -> (values: Deque<Value>, version: Int) {
    state.withLock { state in
      if isJoining { state.joiningCount += 1 }
      return (state.values(after: state.version - limit), state.version)
    }
  }

  /// The elements that a joining subscription has not received, with their versions.
  ///
  /// - Parameters:
  ///   - seen: The version of its newest element.
  ///   - version: The version that the subject has delivered last.
  func missed(after seen: Int, through version: Int) -> [(value: Value, version: Int)] {
    // Dropped elements are released after the lock.
    let (missed, _) = state.withLock { state in
      var rest = state.values(after: seen)
      var missed: [(value: Value, version: Int)] = []
      while seen + missed.count < version, let value = rest.popFirst() {
        missed.append((value, seen + missed.count + 1))
      }
      state.joiningCount -= 1
      return (missed, state.trim(to: limit))
    }
    return missed
  }

  /// Appends an element.
  ///
  /// - Returns: Its version; `nil` after the completion.
  func append(_ value: Value) -> Int? {
    let (version, _) = state.withLock { state -> (Int?, Deque<Value>) in
      guard !state.isClosed else { return (nil, Deque()) }
      state.version += 1
      state.values.append(value)
      return (state.version, state.trim(to: limit))
    }
    return version
  }

  /// Ends the buffer: nothing is appended from here on.
  func close() { state.withLock { $0.isClosed = true } }
}

/// Replays the last elements to one subscription.
///
/// A requested element is never dropped; of the others it keeps as many as the subject replays.
struct ReplayMemory<Value>: SubjectMemory {
  let buffer: ReplayBuffer<Value>
  private var queue = Deque<Value>()
  private var hasReplayed = false
  /// Whether the subject delivers its elements to the subscription.
  private var hasJoined = false

  init(_ buffer: ReplayBuffer<Value>) { self.buffer = buffer }

  mutating func missed(after seen: Int, through version: Int) -> [(value: Value, version: Int)] {
    hasJoined = true
    return hasReplayed ? buffer.missed(after: seen, through: version) : []
  }

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

  mutating func removeAll() { queue.removeAll() }

  /// Queues the elements to replay, once.
  ///
  /// - Returns: The version of the newest.
  @discardableResult private mutating func replay() -> Int? {
    guard !hasReplayed else { return nil }
    hasReplayed = true
    let (values, version) = buffer.latest(isJoining: !hasJoined)
    queue = values
    return version
  }
}
