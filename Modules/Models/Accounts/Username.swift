import Foundation

/// A valid user name: not empty, at most 64 characters, all of them visible.
///
/// Two names that Unicode calls canonically equivalent are one name, because no reader sees a difference between them: a name is
/// held, and so sent, in Normalization Form C, as RFC 8265 asks of user names.
public struct Username: Hashable, Sendable {
  /// The maximum length, in characters.
  public static let maximumLength = 64

  /// The name in Normalization Form C, without surrounding white space.
  public let text: String

  /// Creates a user name from the contents of a text field, without surrounding white space.
  ///
  /// - Throws: a `UsernameProblem` if the text is not valid.
  public init(_ text: String) throws(UsernameProblem) {
    guard text.utf8.count <= Self.longestText else { throw .tooLong }
    let trimmed = text.trimmed.precomposedStringWithCanonicalMapping
    guard !trimmed.isEmpty else { throw .empty }
    guard trimmed.count <= Self.maximumLength, trimmed.utf8.count <= 4 * Self.maximumLength else { throw .tooLong }
    guard !trimmed.hasInvisibleCharacters else { throw .invisible }
    self.text = trimmed
  }

  /// The longest text that is checked, in bytes. It bounds the work of a screen at each keystroke.
  private static let longestText = 4096
}

/// The reason why a text is not a valid user name.
public enum UsernameProblem: Error, Hashable, Sendable, CaseIterable {
  /// The text is empty or white space.
  case empty
  /// The name is longer than `Username.maximumLength`, or the text is longer than 4096 bytes.
  case tooLong
  /// The name contains control or format characters other than the joiners that its letters need.
  case invisible

  /// The text for the user.
  public var message: String {
    switch self {
    case .empty: "Enter a user name."
    case .tooLong: "A user name has at most \(Username.maximumLength) characters."
    case .invisible: "A user name has no invisible characters."
    }
  }
}

extension Username: CustomStringConvertible {
  public var description: String { text }
}
