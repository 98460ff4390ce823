package import Foundation
package import JSON

/// The tries of a request with one key, and how many of them have no answer. A wish of the user and an entry of an outbox
/// have the same rule.
package struct KeyTries: Equatable, Sendable {
  package let key: IdempotencyKey
  package private(set) var firstTry: Date
  /// The tries without an answer, those in flight included.
  package private(set) var openTries = 0

  /// The tries of a key of which none has begun.
  ///
  /// - Parameter now: the date of the first try.
  package init(_ key: IdempotencyKey, at now: Date) {
    self.key = key
    // As a file has it, and a recording.
    firstTry = Date(milliseconds: now.milliseconds)
  }

  /// Whether the request may have been carried out, whatever the answer to a later try is.
  package var isUncertain: Bool { openTries > 0 }

  /// How far in the future the first try may be: a clock was corrected by as much. A key of which it is further ahead is of unknown age.
  package static let clockTolerance = Duration.seconds(300)

  /// Whether the backend may have forgotten the key: it is old, or of unknown age.
  package func isOld(at now: Date) -> Bool {
    let age = Duration.seconds(now.timeIntervalSince(firstTry))
    return age >= IdempotencyKeys.maximumAge || age < .zero - Self.clockTolerance
  }

  /// Begins a try.
  package mutating func begin() { openTries += 1 }

  /// Begins a try. The age of a key counts from the first try that may have been carried out.
  package mutating func begin(at now: Date) {
    if !isUncertain { firstTry = Date(milliseconds: now.milliseconds) }
    begin()
  }

  /// Books that a try has ended without a success.
  ///
  /// - Returns: whether the key has ended: the backend has refused the request for good, and every try was answered.
  package mutating func book(_ outcome: KeyTable.Outcome) -> Bool {
    openTries = max(0, openTries - 1)
    return outcome == .refused && openTries == 0
  }
}

extension KeyTries {
  package init?(_ json: JSONText) {
    guard let key = json["key"].flatMap({ IdempotencyKey($0) }), let firstTry: Int = json["firstTry"]?.integer(),
      let openTries: Int = json["openTries"]?.integer()
    else { return nil }
    self.key = key
    self.firstTry = Date(milliseconds: firstTry)
    self.openTries = openTries
  }

  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("key", key)
    writer.member("firstTry", firstTry.milliseconds)
    writer.member("openTries", openTries)
  }
}
