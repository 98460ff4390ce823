/// The rules for the two password fields of a registration (seed 002): equal, not empty, not a common password.
public struct PasswordRules: Sendable {
  /// Rules that refuse the seed's "password1" and the most frequent passwords of public lists.
  public static let standard = PasswordRules(commonPasswords: [
    "password1", "password", "password123", "passw0rd", "123456", "12345678", "123456789", "1234567890", "111111",
    "000000", "qwerty", "qwerty123", "qwertyuiop", "1q2w3e4r", "abc123", "letmein", "welcome", "iloveyou", "admin",
    "monkey", "dragon", "sunshine", "princess", "football",
  ])

  private let commonPasswords: Set<String>

  /// Creates rules that refuse the given passwords, ignoring case.
  public init(commonPasswords: Set<String>) {
    self.commonPasswords = Set(commonPasswords.map { $0.lowercased() })
  }

  /// The problem with the contents of the two fields; `nil` if they are valid.
  public func problem(in password: Password, again: Password) -> PasswordProblem? {
    guard password == again else { return .different }
    guard !password.isEmpty else { return .empty }
    return password.withRevealedText { commonPasswords.contains($0.lowercased()) } ? .common : nil
  }
}

/// The reason why the contents of two password fields are not valid.
public enum PasswordProblem: Error, Hashable, Sendable, CaseIterable {
  /// Both fields are empty.
  case empty
  /// The fields differ.
  case different
  /// The password is on the list of common passwords.
  case common

  /// The text for the user.
  public var message: String {
    switch self {
    case .empty: "Enter a password, twice."
    case .different: "The passwords are not the same."
    case .common: "This password is too common."
    }
  }
}
