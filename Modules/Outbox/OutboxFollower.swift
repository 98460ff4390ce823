import Locking

/// What has changed in an outbox since its follower had room last. Of two changes of an entry the newer one counts, so that no more
/// waits than there are entries.
final class OutboxFollower: Sendable {
  private struct State {
    var waiting: [Int: OutboxItem?] = [:]
    var isDelivering = false
  }

  /// How many changes are delivered together.
  private static let maximumCount = 64

  private let operation: String
  private let hasRoom: @Sendable () -> Bool
  private let send: @Sendable ([Int: OutboxItem?]) -> Void
  private let state = LockedValue(State())

  /// - Parameters:
  ///   - operation: the name of the operation whose entries are followed.
  ///   - hasRoom: whether there is room. If not, ``deliver()`` is called when there is again.
  ///   - send: receives what has changed.
  init(
    _ operation: String, hasRoom: @escaping @Sendable () -> Bool, send: @escaping @Sendable ([Int: OutboxItem?]) -> Void
  ) {
    self.operation = operation
    self.hasRoom = hasRoom
    self.send = send
  }

  /// Adds changes, which are delivered by the next ``deliver()``.
  func append(_ changes: [Int: OutboxItem?]) {
    state.withLock { state in
      for (number, item) in changes where item.map({ $0.record.operation == operation }) ?? true {
        state.waiting.updateValue(item, forKey: number)
      }
    }
  }

  /// Delivers what waits, as long as there is room.
  func deliver() {
    while let changes = next() {
      send(changes)
      state.withLock { $0.isDelivering = false }
    }
  }

  private func next() -> [Int: OutboxItem?]? {
    state.withLock { state in
      guard !state.isDelivering, !state.waiting.isEmpty, hasRoom() else { return nil }
      state.isDelivering = true
      guard state.waiting.count > Self.maximumCount else {
        defer { state.waiting = [:] }
        return state.waiting
      }
      var changes: [Int: OutboxItem?] = [:]
      for number in state.waiting.keys.sorted().prefix(Self.maximumCount) {
        changes.updateValue(state.waiting.removeValue(forKey: number)!, forKey: number)
      }
      return changes
    }
  }
}
