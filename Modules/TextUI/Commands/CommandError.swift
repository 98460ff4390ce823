/// The reason why a command did nothing, as a text for the user.
///
/// The text lists known names and never repeats the user's input, which may be a secret.
public struct CommandError: Error, Equatable {
  /// The text.
  public let message: String

  /// An error with a text.
  public init(_ message: String) {
    self.message = message
  }
}
