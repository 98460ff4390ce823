/// The credentials of an account to create.
///
/// Its descriptions hide the password.
public struct NewAccount: Equatable, Sendable {
  /// The user name to register.
  public var username: Username
  /// The password to set.
  public var password: Password

  /// Creates credentials.
  public init(username: Username, password: Password) {
    self.username = username
    self.password = password
  }
}

/// An account of the backend.
public struct Account: Hashable, Sendable {
  /// The account's user name.
  public var username: Username

  /// Creates an account's value.
  public init(username: Username) {
    self.username = username
  }
}
