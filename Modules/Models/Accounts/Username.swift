/// A user name that can be asked for: not empty, at most 64 characters, nothing invisible in it.
public struct Username: Hashable, Sendable {
  /// The longest name, in characters.
  public static let maximumLength = 64

  /// The name, without white space around it.
  public let text: String

  /// The name that a text field holds; white space around it does not count.
  ///
  /// - Throws: the `UsernameProblem` that the text has.
  public init(_ text: String) throws(UsernameProblem) {
    guard text.utf8.count <= Self.longestText else { throw .tooLong }
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { throw .empty }
    guard trimmed.count <= Self.maximumLength, trimmed.utf8.count <= 4 * Self.maximumLength else { throw .tooLong }
    guard !trimmed.unicodeScalars.contains(where: \.properties.generalCategory.isInvisible) else { throw .invisible }
    self.text = trimmed
  }

  /// The longest text that is looked through for a name, in bytes: a screen does that at each keystroke.
  private static let longestText = 4096
}

/// Why a text is no user name.
public enum UsernameProblem: Error, Hashable, Sendable, CaseIterable {
  /// Nothing but white space.
  case empty
  /// Longer than `Username.maximumLength`, or far too much white space around it.
  case tooLong
  /// Control or format characters, which nobody can see.
  case invisible

  /// What to tell the user.
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

extension Username: Codable {
  /// Reads a name from a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try Username(try container.decode(String.self))
    } catch let problem as UsernameProblem {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: problem.message)
    }
  }

  /// Writes the name as a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isInvisible: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: false
    }
  }
}
