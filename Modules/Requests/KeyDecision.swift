package import Foundation
import JSON
import Locking
package import Storage
import Streams
import StreamsExtras

/// What becomes of a try.
enum KeyDecision: Equatable, Sendable {
  /// It is sent with a key; `nil` stands for the try's new one.
  case send(IdempotencyKey?)
  /// The user is asked first.
  case ask
  /// It is not sent, for a reason in words for the user.
  case refuse(String)
}

/// A try of a wish, until it is sent.
final class KeyAttempt: Sendable {
  private struct State {
    var newKey = IdempotencyKey.example
    var begunKey: IdempotencyKey?
    var isSent = false
    var isWithdrawn = false
  }

  let wish: KeyTable.Wish
  let isConfirmed: Bool
  private let state = LockedValue(State())

  init(_ wish: KeyTable.Wish, isConfirmed: Bool) {
    self.wish = wish
    self.isConfirmed = isConfirmed
  }

  /// A key for a wish without one.
  var newKey: IdempotencyKey {
    get { state.withLock { $0.newKey } }
    set { state.withLock { $0.newKey = newValue } }
  }

  /// The key under which the try is stored.
  var begunKey: IdempotencyKey? {
    get { state.withLock { $0.begunKey } }
    set { state.withLock { $0.begunKey = newValue } }
  }

  var isSent: Bool {
    get { state.withLock { $0.isSent } }
    set { state.withLock { $0.isSent = newValue } }
  }

  /// Whether it was cancelled before it was sent.
  var isWithdrawn: Bool {
    get { state.withLock { $0.isWithdrawn } }
    set { state.withLock { $0.isWithdrawn = newValue } }
  }
}

// MARK: - The operation that decides

extension ServiceOperation<KeyAttempt, KeyDecision> {
  /// Begins a try. It is an operation, so that a session with stored keys is recorded and replayed as one with services is.
  static let idempotencyKey = ServiceOperation(
    "idempotency-key",
    input: ValueForm(schema: ["type": "null"], read: { _ in nil }, write: { _, writer, _ in writer.null() }),
    answer: ValueForm(
      schema: KeyDecision.schema, read: { KeyDecision($0) },
      write: { decision, writer, _ in decision.write(to: &writer) }
    ))
}

extension ServiceHandler {
  /// Begins tries in a storage: the handler of ``IdempotencyKeys/init(storage:decisions:)``.
  package static func idempotencyKeys(in storage: Storage, now: @escaping @Sendable () -> Date) -> ServiceHandler {
    ServiceHandler(publishing: .idempotencyKey) { attempt in
      .create { subscriber in
        storage.begin(attempt, now: now) { decision in
          subscriber.send(decision)
          subscriber.send(completion: .finished)
        }
        return AnyCancellable {}
      }
    }
  }
}

extension Storage {
  /// Begins a try, and calls a closure on the storage's queue when it is on the disk.
  fileprivate func begin(
    _ attempt: KeyAttempt, now: @escaping @Sendable () -> Date, isRepeated: Bool = false,
    completion: @escaping @Sendable (KeyDecision) -> Void
  ) {
    update(.idempotencyKeys) { [self] stored in
      guard !attempt.isWithdrawn else { return .ask }
      var table = stored ?? KeyTable()
      let decision = table.begin(
        attempt.wish, isConfirmed: attempt.isConfirmed,
        isDamaged: damagedFiles.contains { $0.name == KeyTable.name }, now: now(), newKey: attempt.newKey)
      if case .send(let key) = decision { attempt.begunKey = key }
      stored = table.isEmpty ? nil : table
      return decision
    } completion: { [self] (result: Result<KeyDecision, StorageError>) in
      switch result {
      case .success(let decision): completion(decision)
      case .failure(.unreadable) where !isRepeated:
        // The keys in it may be uncertain, so it counts as damaged.
        set(nil, for: .idempotencyKeys) { _ in }
        begin(attempt, now: now, isRepeated: true, completion: completion)
      case .failure(let error):
        attempt.begunKey = nil
        completion(.refuse(error.message))
      }
    }
  }
}

extension KeyDecision: JSONReadable, JSONWritable {
  static var schema: JSON {
    .openObject(
      "KeyDecision", ["decision": ["enum": ["send", "ask", "refuse"]], "reason": String.schema], optional: ["reason"])
  }
  static var expectation: String { "a decision about a try" }
  static var example: KeyDecision { .ask }

  init?(_ json: JSONText) {
    switch json["decision"]?.string {
    case "send": self = .send(nil)
    case "ask": self = .ask
    case "refuse": self = .refuse(json["reason"]?.string ?? "")
    default: return nil
    }
  }

  // NB: the key is left out: a recording shows how a session went, not with which keys.
  func write(to writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .send: $0.member("decision", "send")
      case .ask: $0.member("decision", "ask")
      case .refuse(let reason):
        $0.member("decision", "refuse")
        $0.member("reason", reason)
      }
    }
  }
}
