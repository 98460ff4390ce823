import Foundation
import Locking
import Storage
import Streams

/// Keys in memory, which end with the process.
final class MemoryKeys: KeyStore {
  private struct State {
    var table = KeyTable()
    var known = KnownKeys()
  }

  private let now: @Sendable () -> Date
  private let state = LockedValue(State())

  /// - Parameter now: the clock by which keys grow old.
  init(now: @escaping @Sendable () -> Date) { self.now = now }

  var answersAtOnce: Bool { true }

  func begin(_ attempt: KeyAttempt, newKey: () -> IdempotencyKey) -> AnyPublisher<KeyDecision, Never> {
    let decision = state.withLock { state in
      var table = state.table
      let decision = table.begin(
        attempt.wish, isConfirmed: attempt.isConfirmed, now: now(), newKey: newKey(), known: state.known)
      guard table.size <= IdempotencyKeys.maximumSize || table.size <= state.table.size else {
        return KeyDecision.refuse(StorageError.full(name: KeyTable.name, limit: IdempotencyKeys.maximumSize).message)
      }
      state.table = table
      if case .send(let sending) = decision { state.known.begun.insert(sending.key) }
      return decision
    }
    return Just(decision).eraseToAnyPublisher()
  }

  func mark(_ sending: KeyDecision.Sending) -> AnyPublisher<Bool, Never> {
    Just(state.withLock { $0.known.shown.insert(sending.key).inserted }).eraseToAnyPublisher()
  }

  func change(_ change: KeyChange) {
    state.withLock { state in
      switch change {
      case .end(let key):
        state.table.remove([key])
        state.known.ended.insert(key)
        state.known.forget(ended: [key], allBut: state.table.keys)
      case .unmark(let key): state.known.shown.remove(key)
      case .book(let outcome, let key): state.table.book(outcome, of: key)
      // A try is sent as soon as it is begun.
      case .withdraw: break
      }
    }
  }
}
