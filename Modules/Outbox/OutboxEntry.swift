public import Requests
public import Words

/// An entry of an ``Outbox``: a request that is sent sooner or later.
public struct OutboxEntry<Input: Sendable, Answer: Sendable>: Sendable, Identifiable {
  /// The key of the request, by which the server knows it. It identifies a row that shows the request before the server does.
  public let key: IdempotencyKey
  /// The lane in which it waits.
  public let lane: String
  /// What is asked with.
  public let input: Input
  /// How it stands.
  public let state: OutboxState
  /// Why the last attempt has failed; `nil` if there was none, or it has not failed.
  public let failure: ServiceError?
  /// The answer, if the request has one by now: an entry whose key was seen has none.
  public let answer: Answer?
  /// Whether nothing more is sent in its lane until the app decides: to retry, to edit, to drop or to skip.
  public let needsDecision: Bool
  /// The key of an earlier entry of the lane that needs a decision, before which this one is not sent.
  public let heldBy: IdempotencyKey?
  /// Its place among all entries. It stays the same when the key changes.
  let number: Int

  public var id: IdempotencyKey { key }

  /// Whether it can be edited and dropped: nothing was sent that the server may have carried out.
  public var isEditable: Bool {
    switch state {
    case .waiting, .refused: true
    case .sending, .perhapsSent, .sent: false
    }
  }
}

extension OutboxEntry: Equatable where Input: Equatable, Answer: Equatable {}
extension OutboxEntry: Hashable where Input: Hashable, Answer: Hashable {}

/// How an entry of an ``Outbox`` stands.
public enum OutboxState: Hashable, Sendable {
  /// It was not sent, or certainly not carried out, and is sent later.
  case waiting
  /// It is being sent.
  case sending
  /// It was sent, and the result of an attempt is unknown: the server may have carried it out. It is sent again, with the same
  /// key.
  case perhapsSent
  /// The server has refused it, for a reason. It was not carried out.
  case refused(ServiceError)
  /// The server has carried it out.
  case sent
}

/// Why an ``Outbox`` does not do what it was asked.
public struct OutboxError: Error, Hashable, Sendable {
  /// What kind of reason it is. Later versions may have more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The entry cannot be kept, so it is not sent.
    public static let notKept = Code(rawValue: "notKept")
    /// There is no entry with the key, or it was sent.
    public static let unknownKey = Code(rawValue: "unknownKey")
    /// The server may have carried the request out, so it is neither edited nor dropped.
    public static let perhapsSent = Code(rawValue: "perhapsSent")
    /// The entry needs no decision, so there is nothing to skip.
    public static let nothingToSkip = Code(rawValue: "nothingToSkip")
  }

  /// The kind of the reason.
  public let code: Code
  /// The text for the user, in the language of an app.
  public let text: LocalizedText
  /// The reason in English, if it is one of the system or of a storage.
  let reason: String?

  private init(code: Code, _ text: LocalizedText, reason: String? = nil) {
    self.code = code
    self.text = text
    self.reason = reason
  }

  /// An error of a recording; `nil` if this version has none of the kind.
  init?(code: Code, reason: String?) {
    switch code {
    case .notKept: self = .notKept(reason: reason ?? "")
    case .unknownKey: self = .unknownKey
    case .perhapsSent: self = .perhapsSent
    case .nothingToSkip: self = .nothingToSkip
    default: return nil
    }
  }

  /// The entry cannot be kept, for a reason in words for the user. Nothing was sent.
  static func notKept(reason: String) -> Self {
    // NB: a recording has the reason in English, and its replay shows the same as the session.
    Self(
      code: .notKept, Words.text("It is not kept, and not sent. \(LocalizedText(failure: reason))"), reason: reason)
  }
  /// There is no entry with the key, or it was sent.
  public static let unknownKey = Self(
    code: .unknownKey, Words.text("It was sent already, or is not there any more."))
  /// The server may have carried the request out.
  public static let perhapsSent = Self(
    code: .perhapsSent,
    Words.text("It may have been sent already, so it can only be sent again as it is."))
  /// The entry needs no decision.
  public static let nothingToSkip = Self(code: .nothingToSkip, Words.text("It is not in the way of others."))

  /// The text in English. A screen shows ``text`` in the language of its app.
  public var message: String { text.description }
}

extension OutboxError: CustomStringConvertible {
  /// The text in English.
  public var description: String { message }
}
