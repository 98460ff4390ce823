import Screens

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

extension CommandError {
  /// The error of a command whose action threw another one: the reason of an event that was refused, in words.
  init(_ error: any Error) {
    let event = error as? EventError
    switch event?.inputError ?? error {
    case let error as CommandError: self = error
    case let error as EventError: self.init(error.refusal ?? "")
    case let error as InputError: self.init("The screen does not take this: expected \(error.expected).")
    default: self.init("\(error)")
    }
  }
}
