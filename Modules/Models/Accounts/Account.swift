/// What it takes to create an account. It holds a secret, so it has no coding out, and every description hides it.
public struct NewAccount: Equatable, Sendable {
  /// The name to take.
  public var username: Username
  /// The secret to set.
  public var password: Password

  /// The credentials of an account to create.
  public init(username: Username, password: Password) {
    self.username = username
    self.password = password
  }
}

/// An account that exists.
public struct Account: Hashable, Sendable, Codable {
  /// The name that the account took.
  public var username: Username

  /// An account as the backend knows it.
  public init(username: Username) {
    self.username = username
  }
}
