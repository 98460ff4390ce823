import Screens

/// The reason why a command did nothing, as a text for the user.
///
/// The text lists known names and never repeats the user's input, which may be a secret.
public struct CommandError: Error, Equatable {
  /// The text.
  public let message: String

  /// A word that stands for nothing, and the name that was probably meant.
  struct Correction {
    /// What the name stands for, in one word.
    var kind: String
    var word: String
    var name: String

    /// The message that suggests a text.
    func message(suggesting text: String) -> String { "There is no such \(kind). Did you mean \"\(text)\"?" }
  }

  let correction: Correction?

  /// An error with a text.
  public init(_ message: String) {
    self.message = message
    correction = nil
  }

  /// An error that names what was probably meant.
  init(correction: Correction) {
    message = correction.message(suggesting: correction.name)
    self.correction = correction
  }

  /// Compares the texts.
  public static func == (left: CommandError, right: CommandError) -> Bool { left.message == right.message }
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
