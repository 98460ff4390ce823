/// The last values of a subject, numbered.
final class History: @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.
  let limit: Int
  /// Copies a value.
  let keep: (UnsafeRawPointer) -> ValueBox
  private let state = Locked(State())

  private struct State {
    var ring = Ring<ValueBox>()
    var version = 0
    var isClosed = false
  }

  init(limit: Int, keep: @escaping (UnsafeRawPointer) -> ValueBox) {
    self.limit = limit
    self.keep = keep
  }

  /// The values, the oldest first, and the number of the newest.
  var latest: (boxes: Ring<ValueBox>, version: Int) { state.withLock { ($0.ring, $0.version) } }

  /// Adds a value.
  ///
  /// - Returns: Its number; `nil` after the end.
  func append<Value>(_ value: Value) -> Int? {
    let box = Boxed(value)
    // NB: what is dropped is released after the lock.
    let (version, _) = state.withLock { state -> (Int?, ValueBox?) in
      guard !state.isClosed else { return (nil, nil) }
      state.version += 1
      state.ring.append(box)
      return (state.version, state.ring.count > limit ? state.ring.popFirst() : nil)
    }
    return version
  }

  /// Nothing is added from here on.
  func close() { state.withLock { $0.isClosed = true } }
}
