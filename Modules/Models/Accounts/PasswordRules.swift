/// When a pair of password fields makes a password (seed 002): equal, not empty, and not a common one.
public struct PasswordRules: Sendable {
  /// "password1", as in the seed, and the company it keeps in every list of leaked passwords.
  public static let standard = PasswordRules(commonPasswords: [
    "password1", "password", "password123", "passw0rd", "123456", "12345678", "123456789", "1234567890", "111111",
    "000000", "qwerty", "qwerty123", "qwertyuiop", "1q2w3e4r", "abc123", "letmein", "welcome", "iloveyou", "admin",
    "monkey", "dragon", "sunshine", "princess", "football",
  ])

  private let commonPasswords: Set<String>

  /// Rules that refuse the given passwords, in any mix of small and capital letters.
  public init(commonPasswords: Set<String>) {
    self.commonPasswords = Set(commonPasswords.map { $0.lowercased() })
  }

  /// What is wrong with what the two fields hold; `nil` if it makes a password.
  public func problem(in password: Password, again: Password) -> PasswordProblem? {
    guard password == again else { return .different }
    guard !password.isEmpty else { return .empty }
    return password.withRevealedText { commonPasswords.contains($0.lowercased()) } ? .common : nil
  }
}

/// Why a pair of password fields makes no password.
public enum PasswordProblem: Error, Hashable, Sendable, CaseIterable {
  /// Both fields are empty.
  case empty
  /// The fields differ.
  case different
  /// Everybody's first guess.
  case common

  /// What to tell the user.
  public var message: String {
    switch self {
    case .empty: "Enter a password, twice."
    case .different: "The passwords are not the same."
    case .common: "This password is too common."
    }
  }
}
