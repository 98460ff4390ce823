package import Foundation

/// What becomes of a try.
package enum KeyDecision: Equatable, Sendable {
  /// The key of a try that is sent.
  package struct Sending: Equatable, Sendable {
    package var key: IdempotencyKey
    /// When the wish was tried first.
    package var firstTry: Date
    /// Whether an answer belongs to an earlier wish: the key is of an earlier process, or its answer was published.
    package var isEarlier: Bool

    package init(key: IdempotencyKey, firstTry: Date, isEarlier: Bool = false) {
      self.key = key
      self.firstTry = firstTry
      self.isEarlier = isEarlier
    }
  }

  /// It is sent with a key.
  case send(Sending)
  /// The user is asked first.
  case ask
  /// It is not sent, for a reason in words for the user.
  case refuse(String)
}

extension Date {
  /// A date of whole milliseconds since 1970.
  package init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  /// The milliseconds since 1970, rounded down.
  package var milliseconds: Int { Int(min(max((timeIntervalSince1970 * 1_000).rounded(.down), -9e18), 9e18)) }
}
