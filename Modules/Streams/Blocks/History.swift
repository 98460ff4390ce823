/// The last values of a subject, numbered.
package final class History: @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.
  let limit: Int
  /// Copies a value.
  let keep: (UnsafeRawPointer) -> ValueBox
  private let state = Locked(State())

  private struct State {
    var ring = Ring<ValueBox>()
    var version = 0
    var isClosed = false
    /// How many have taken what there was and do not hear of what follows yet: nothing is dropped until they do.
    var newcomers = 0

    /// Takes out what is not to be remembered.
    mutating func trim(to limit: Int) -> Ring<ValueBox> {
      var dropped = Ring<ValueBox>()
      while newcomers == 0, ring.count > limit, let box = ring.popFirst() { dropped.append(box) }
      return dropped
    }

    /// The values behind a number.
    func values(after seen: Int) -> Ring<ValueBox> {
      var values = ring
      while version - values.count < seen { _ = values.popFirst() }
      return values
    }
  }

  package init(limit: Int, keep: @escaping (UnsafeRawPointer) -> ValueBox) {
    self.limit = limit
    self.keep = keep
  }

  /// The values that are remembered, the oldest first, and the number of the newest.
  ///
  /// - Parameter isNewcomer: Whether ``missed(by:until:)`` is to be asked for those that follow.
  func latest(isNewcomer: Bool) -> (values: Ring<ValueBox>, version: Int) {
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
  func missed(by seen: Int, until version: Int) -> Ring<ValueBox> {
    // NB: what is dropped is released after the lock.
    let (missed, _) = state.withLock { state in
      var rest = state.values(after: seen)
      var missed = Ring<ValueBox>()
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
    let box = Boxed(value)
    let (version, _) = state.withLock { state -> (Int?, Ring<ValueBox>) in
      guard !state.isClosed else { return (nil, Ring()) }
      state.version += 1
      state.ring.append(box)
      return (state.version, state.trim(to: limit))
    }
    return version
  }

  /// Nothing is added from here on.
  package func close() { state.withLock { $0.isClosed = true } }
}
