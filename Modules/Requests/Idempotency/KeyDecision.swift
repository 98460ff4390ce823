import Descriptions
import Foundation
import Locking
import Streams

/// What becomes of a try.
enum KeyDecision: Equatable, Sendable {
  /// The key of a try that is sent.
  struct Sending: Equatable, Sendable {
    /// The key; `nil` in a replay, where the try's new one takes its place.
    var key: IdempotencyKey?
    /// When the wish was tried first; `nil` in a recording that was made before receipts were marked.
    var firstTry: Date?
    /// Whether an answer belongs to an earlier wish: the key is of an earlier process, or its answer was published.
    var isEarlier = false
  }

  /// It is sent with a key.
  case send(Sending)
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

// MARK: - The operations that decide

extension Codec {
  /// The codec of an input that is in no recording.
  fileprivate static var unrecorded: Codec {
    Codec(shape: .nothing, read: { _ in nil }, write: { _, writer, _ in writer.null() })
  }
}

extension ServiceOperation<KeyAttempt, KeyDecision> {
  /// Begins a try. It is an operation, so that a session with stored keys is recorded and replayed as one with services is.
  static let idempotencyKey = ServiceOperation(
    "idempotency-key", input: .unrecorded,
    answer: .described)
}

extension ServiceOperation<IdempotencyKey, Bool> {
  /// Marks a key whose answer has arrived, before the answer is published. The answer is whether it is published for the
  /// first time.
  static let idempotencyKeyAnswered = ServiceOperation(
    "idempotency-key-answered", input: .unrecorded, answer: .described)
}

extension KeyDecision: JSONReadable, JSONWritable {
  static var shape: Shape {
    .record(
      "KeyDecision",
      [
        .init("decision", .choice(nil, ["send", "ask", "refuse"])), .init("reason", .text(), isRequired: false),
        .init("firstTry", .integer(), isRequired: false), .init("isEarlier", .boolean, isRequired: false),
      ])
  }
  static var expectation: String { "a decision about a try" }
  static var example: KeyDecision { .ask }

  init?(_ json: JSONText) {
    switch json["decision"]?.string {
    case "send":
      let firstTry: Int? = json["firstTry"]?.integer()
      self = .send(
        Sending(firstTry: firstTry.map(Date.init(milliseconds:)), isEarlier: json["isEarlier"]?.bool == true))
    case "ask": self = .ask
    case "refuse": self = .refuse(json["reason"]?.string ?? "")
    default: return nil
    }
  }

  // NB: the key is left out: a recording shows how a session went, not with which keys.
  func write(to writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .send(let sending):
        $0.member("decision", "send")
        if let firstTry = sending.firstTry { $0.member("firstTry", firstTry.milliseconds) }
        $0.member("isEarlier", sending.isEarlier)
      case .ask: $0.member("decision", "ask")
      case .refuse(let reason):
        $0.member("decision", "refuse")
        $0.member("reason", reason)
      }
    }
  }
}

extension Date {
  /// A date of whole milliseconds since 1970.
  init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  /// The milliseconds since 1970, rounded down.
  var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded(.down)) }
}
