package import Foundation
import Locking
package import Storage
package import Streams
import StreamsExtras

/// Keys in a storage, and what this process knows of them.
package final class StoredKeys: KeyStore {
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

  package var answersAtOnce: Bool { false }

  /// Begins a try, and publishes what becomes of it on the storage's queue when the try is on the disk.
  package func begin(_ attempt: KeyAttempt, newKey: () -> IdempotencyKey) -> AnyPublisher<KeyDecision, Never> {
    // NB: also where the wish has a key, so that a session draws the same numbers each time.
    let newKey = newKey()
    return .create { [self] subscriber in
      begin(attempt, newKey) { decision in
        subscriber.send(decision)
        subscriber.send(completion: .finished)
      }
      return AnyCancellable {}
    }
  }

  private func begin(
    _ attempt: KeyAttempt, _ newKey: IdempotencyKey, isRepeated: Bool = false,
    completion: @escaping @Sendable (KeyDecision) -> Void
  ) {
    change { [self] table, known in
      guard !attempt.isWithdrawn else { return KeyDecision.ask }
      let isDamaged = storage.damagedFiles.contains { $0.name == KeyTable.name }
      let decision = table.begin(
        attempt.wish, isConfirmed: attempt.isConfirmed, isDamaged: isDamaged, now: now(), newKey: newKey, known: known)
      if case .send(let sending) = decision { attempt.key = sending.key }
      return decision
    } completion: { [self] (result: Result<KeyDecision, StorageError>) in
      switch result {
      case .success(let decision):
        if attempt.key == newKey { known.withLock { _ = $0.begun.insert(newKey) } }
        completion(decision)
      case .failure(.unreadable) where !isRepeated:
        // The keys in it may be uncertain, so it counts as damaged.
        storage.set(nil, for: .idempotencyKeys) { _ in }
        begin(attempt, newKey, isRepeated: true, completion: completion)
      case .failure(let error):
        attempt.key = nil
        completion(.refuse(error.message))
      }
    }
  }

  /// Marks a key on the disk as answered, and publishes on the storage's queue, also if it could not be written: the answer
  /// is published in both cases, and this process remembers it.
  package func mark(_ sending: KeyDecision.Sending) -> AnyPublisher<Bool, Never> {
    .create { [self] subscriber in
      update { table in
        table.mark(sending.key)
      } completion: { [self] in
        subscriber.send(known.withLock { $0.shown.insert(sending.key).inserted })
        subscriber.send(completion: .finished)
      }
      return AnyCancellable {}
    }
  }

  package func change(_ change: KeyChange) {
    switch change {
    case .end(let key):
      // If it cannot be removed, this process remembers it, and the next change of the keys removes it.
      known.withLock { _ = $0.ended.insert(key) }
      update { _ in }
    case .unmark(let key):
      // NB: a change runs after the marking, which would otherwise count as published.
      update { _ in
      } completion: { [self] in
        known.withLock { _ = $0.shown.remove(key) }
      }
    case .book(let outcome, let key): update { $0.book(outcome, of: key) }
    case .withdraw(let attempt): update { table in if let key = attempt.key { table.book(.notSent, of: key) } }
    }
  }

  /// Changes the keys if there are any. A change that cannot be written leaves a try open, so its key stays uncertain.
  private func update(
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
