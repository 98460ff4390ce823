import ExpectSupport
import Foundation
import Locking
import Requests
import Streams
import StreamsTesting
import Testing

/// Keys in a store that answers later.
@Suite struct KeyStoreTests {
  /// A store whose publishers send a value and are not over yet, as those of another thread are for a moment.
  private final class SlowStore: KeyStore {
    let changes = LockedValue<[String]>([])

    var answersAtOnce: Bool { false }

    func begin(_: KeyAttempt, newKey: () -> IdempotencyKey) -> AnyPublisher<KeyDecision, Never> {
      one(.send(KeyDecision.Sending(key: newKey(), firstTry: Date(timeIntervalSince1970: 0))))
    }

    func mark(_: KeyDecision.Sending) -> AnyPublisher<Bool, Never> { one(true) }

    func change(_ change: KeyChange) {
      let name = if case .end = change { "end" } else { "\(change)" }
      changes.withLock { $0.append(name) }
    }

    private func one<Value>(_ value: Value) -> AnyPublisher<Value, Never> {
      Just(value).append(Empty(completeImmediately: false)).eraseToAnyPublisher()
    }
  }

  @Test func `a key ends in the piece of work that publishes its answer, and after it`() {
    let (store, scheduler) = (SlowStore(), TestScheduler())
    let keys = IdempotencyKeys(store)
    var generator = SystemRandomNumberGenerator()
    var results = 0
    let cancellable = keys.request(
      ServiceOperation<String, String>("buy"), for: "wand", newKey: .random(using: &generator), on: scheduler
    ) { _ in
      Just(Result<String, ServiceError>.success("Wand"))
    }
    .sink { _ in
      results += 1
      expectEqual(store.changes.withLock { $0 }, [])
      scheduler.schedule { expectEqual(store.changes.withLock { $0 }, ["end"]) }
    }
    scheduler.advance()
    expectEqual(store.changes.withLock { $0 }, ["end"])
    cancellable.cancel()
  }
}
