import Descriptions
import Foundation
import JSON
import Requests
import Streams

/// Keys in a storage, whose decisions are recorded as answers are, without the keys themselves.
struct RecordedKeys: KeyStore {
  let keys: StoredKeys
  let recorder: RequestRecorder

  var answersAtOnce: Bool { false }

  func begin(_ attempt: KeyAttempt, newKey: () -> IdempotencyKey) -> AnyPublisher<KeyDecision, Never> {
    let newKey = newKey()
    let decision = keys.begin(attempt) { newKey }
    return recorder.deliver(
      .idempotencyKey(newKey), decision.setFailureType(to: ServiceError.self).eraseToAnyPublisher()
    )
    .catch { Just(.refuse($0.message)) }
    .eraseToAnyPublisher()
  }

  func mark(_ sending: KeyDecision.Sending) -> AnyPublisher<Bool, Never> {
    let isFirst = keys.mark(sending).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
    return recorder.deliver(.idempotencyKeyAnswered, isFirst).catch { _ in Just(true) }.eraseToAnyPublisher()
  }

  func change(_ change: KeyChange) { keys.change(change) }
}

/// The decisions about keys in a recording.
struct ReplayedKeys: KeyStore {
  let backend: ReplayBackend

  var answersAtOnce: Bool { false }

  func begin(_ attempt: KeyAttempt, newKey: () -> IdempotencyKey) -> AnyPublisher<KeyDecision, Never> {
    backend.answer(.idempotencyKey(newKey())).catch { Just(.refuse($0.message)) }.eraseToAnyPublisher()
  }

  func mark(_ sending: KeyDecision.Sending) -> AnyPublisher<Bool, Never> {
    backend.answer(.idempotencyKeyAnswered).catch { _ in Just(true) }.eraseToAnyPublisher()
  }

  func change(_ change: KeyChange) {}
}

// MARK: - The names and forms in a recording

extension ServiceOperation<Void, KeyDecision> {
  /// The decision about a try. A recording shows how a session went, not with which keys: a replay has a new one in place of
  /// each.
  fileprivate static func idempotencyKey(_ newKey: IdempotencyKey) -> Self {
    Self(
      "idempotency-key", input: .nothing,
      answer: Codec(
        shape: .record(
          "KeyDecision",
          [
            .init("decision", .choice(nil, ["send", "ask", "refuse"])), .init("reason", .text(), isRequired: false),
            .init("firstTry", .integer(), isRequired: false), .init("isEarlier", .boolean, isRequired: false),
          ]),
        read: { KeyDecision($0, newKey) }, write: { decision, writer, _ in decision.write(to: &writer) }))
  }
}

extension ServiceOperation<Void, Bool> {
  /// Whether an answer is the first with its key that is published.
  fileprivate static var idempotencyKeyAnswered: Self { Self("idempotency-key-answered") }
}

extension KeyDecision {
  fileprivate init?(_ json: JSONText, _ newKey: IdempotencyKey) {
    switch json["decision"]?.string {
    case "send":
      guard let firstTry = json["firstTry"]?.time else { return nil }
      self = .send(
        Sending(
          key: newKey, firstTry: Date(milliseconds: firstTry), isEarlier: json["isEarlier"]?.bool == true))
    case "ask": self = .ask
    case "refuse": self = .refuse(json["reason"]?.string ?? "")
    default: return nil
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .send(let sending):
        $0.member("decision", "send")
        $0.member("firstTry", sending.firstTry.milliseconds)
        $0.member("isEarlier", sending.isEarlier)
      case .ask: $0.member("decision", "ask")
      case .refuse(let reason):
        $0.member("decision", "refuse")
        $0.member("reason", reason)
      }
    }
  }
}
