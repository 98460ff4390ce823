package import Foundation
import Locking
package import Storage
import Streams
import StreamsExtras

/// Keys in a storage, and what this process knows of them.
package final class StoredKeys: Sendable {
  /// A change that is on the disk.
  private struct Change<Answer: Sendable>: Sendable {
    let answer: Answer
    /// The keys that it has removed because they had ended.
    let ended: Set<IdempotencyKey>
    /// The keys that are on the disk.
    let kept: Set<IdempotencyKey>
  }

  private let storage: Storage
  private let now: @Sendable () -> Date
  private let known = LockedValue(KnownKeys())

  /// - Parameters:
  ///   - storage: nothing else uses its value "idempotency-keys".
  ///   - now: the clock by which keys grow old.
  package init(_ storage: Storage, now: @escaping @Sendable () -> Date) {
    self.storage = storage
    self.now = now
  }

  /// Answers the operations about keys, of which a recording has the answers.
  package var handlers: [ServiceHandler] {
    [
      ServiceHandler(publishing: .idempotencyKey) { [self] attempt in
        .create { subscriber in
          self.begin(attempt) { decision in
            subscriber.send(decision)
            subscriber.send(completion: .finished)
          }
          return AnyCancellable {}
        }
      },
      ServiceHandler(publishing: .idempotencyKeyAnswered) { [self] key in
        .create { subscriber in
          self.mark(key) { isFirst in
            subscriber.send(isFirst)
            subscriber.send(completion: .finished)
          }
          return AnyCancellable {}
        }
      },
    ]
  }

  /// Begins a try, and calls a closure on the storage's queue when it is on the disk.
  private func begin(
    _ attempt: KeyAttempt, isRepeated: Bool = false, completion: @escaping @Sendable (KeyDecision) -> Void
  ) {
    change { [self] table, known in
      guard !attempt.isWithdrawn else { return KeyDecision.ask }
      let isDamaged = storage.damagedFiles.contains { $0.name == KeyTable.name }
      let decision = table.begin(
        attempt.wish, isConfirmed: attempt.isConfirmed, isDamaged: isDamaged, now: now(), newKey: attempt.newKey,
        known: known)
      if case .send(let sending) = decision { attempt.begunKey = sending.key }
      return decision
    } completion: { [self] (result: Result<KeyDecision, StorageError>) in
      switch result {
      case .success(let decision):
        if attempt.begunKey == attempt.newKey { known.withLock { _ = $0.begun.insert(attempt.newKey) } }
        completion(decision)
      case .failure(.unreadable) where !isRepeated:
        // The keys in it may be uncertain, so it counts as damaged.
        storage.set(nil, for: .idempotencyKeys) { _ in }
        begin(attempt, isRepeated: true, completion: completion)
      case .failure(let error):
        attempt.begunKey = nil
        completion(.refuse(error.message))
      }
    }
  }

  /// Marks a key on the disk as answered, and calls a closure on the storage's queue, also if it could not be written: the
  /// answer is published in both cases, and this process remembers it.
  private func mark(_ key: IdempotencyKey, completion: @escaping @Sendable (_ isFirst: Bool) -> Void) {
    update { table in
      table.mark(key)
    } completion: { [self] in
      completion(known.withLock { $0.shown.insert(key).inserted })
    }
  }

  /// The answer that is being marked, or was marked, was not published.
  func unmark(_ key: IdempotencyKey) {
    // NB: a change runs after the marking, which would otherwise count as published.
    update { _ in
    } completion: { [self] in
      known.withLock { _ = $0.shown.remove(key) }
    }
  }

  /// Removes a key whose answer was published. If it cannot be removed, this process remembers it, and the next change of
  /// the keys removes it.
  func end(_ key: IdempotencyKey) {
    known.withLock { _ = $0.ended.insert(key) }
    update { _ in }
  }

  /// Changes the keys if there are any. A change that cannot be written leaves a try open, so its key stays uncertain.
  func update(
    _ body: @escaping @Sendable (inout KeyTable) -> Void, completion: @escaping @Sendable () -> Void = {}
  ) {
    change { table, _ in
      body(&table)
    } completion: { (_: Result<Void, StorageError>) in
      completion()
    }
  }

  /// Changes the keys on the storage's queue, without those that have ended.
  private func change<Answer: Sendable>(
    _ body: @escaping @Sendable (inout KeyTable, KnownKeys) -> Answer,
    completion: @escaping @Sendable (Result<Answer, StorageError>) -> Void
  ) {
    storage.update(.idempotencyKeys) { [self] stored in
      var table = stored ?? KeyTable()
      let known = known.withLock { $0 }
      table.remove(known.ended)
      let answer = body(&table, known)
      stored = table.isEmpty ? nil : table
      return Change(answer: answer, ended: known.ended, kept: table.keys)
    } completion: { [self] (result: Result<Change<Answer>, StorageError>) in
      if case .success(let change) = result {
        known.withLock { $0.forget(ended: change.ended, allBut: change.kept) }
      }
      completion(result.map(\.answer))
    }
  }
}

/// What a process knows of its keys.
struct KnownKeys: Sendable {
  /// The keys that were made in this process.
  var begun: Set<IdempotencyKey> = []
  /// The keys whose answer was published, or is about to be.
  var shown: Set<IdempotencyKey> = []
  /// The keys that are of no further use, but may still be on the disk.
  var ended: Set<IdempotencyKey> = []

  /// Forgets the keys that have left the disk.
  mutating func forget(ended: Set<IdempotencyKey>, allBut kept: Set<IdempotencyKey>) {
    self.ended.subtract(ended)
    shown.subtract(ended)
    begun.formIntersection(kept)
  }
}
