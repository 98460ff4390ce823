/// A wrong option, in words for the user.
public struct OptionError: Error, Equatable {
  /// What to tell the user, in one line.
  public let message: String

  /// An error with a message.
  public init(_ message: String) {
    self.message = message
  }
}
