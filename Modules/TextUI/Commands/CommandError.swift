import Screens
public import Words

/// The reason why a command did nothing, as a text for the user.
///
/// The text lists known names and never repeats the user's input, which may be a secret.
public struct CommandError: Error, Equatable {
  /// The text.
  public let text: LocalizedText

  /// A word that stands for nothing, and the name that was probably meant.
  struct Correction {
    /// What the name stands for.
    var kind: LocalizedText
    var word: String
    var name: String

    /// The message that suggests a text.
    func message(suggesting text: String) -> LocalizedText {
      Words.text("There is no such \(kind). Did you mean \"\(text)\"?")
    }
  }

  let correction: Correction?

  /// An error with a text that is shown as it is.
  public init(_ message: String) {
    self.init(LocalizedText(verbatim: message))
  }

  /// An error with a text of the catalogues: `CommandError(Words.text("…"))`.
  @_disfavoredOverload public init(_ text: LocalizedText) {
    self.text = text
    correction = nil
  }

  /// An error that names what was probably meant.
  init(correction: Correction) {
    text = correction.message(suggesting: correction.name)
    self.correction = correction
  }

  /// The text in English.
  public var message: String { text.description }

  /// Compares the texts.
  public static func == (first: CommandError, second: CommandError) -> Bool { first.message == second.message }
}

extension CommandError {
  /// The error of a command whose action threw another one: the reason of an event that was refused, in words.
  init(_ error: any Error) {
    let event = error as? EventError
    switch event?.inputError ?? error {
    case let error as CommandError: self = error
    case let error as EventError: self.init(error.refusal ?? "")
    case let error as InputError:
      self.init(Words.text("The screen does not take this: expected \(LocalizedText(english: error.expected))."))
    default: self.init("\(error)")
    }
  }
}

extension LocalizedText {
  /// What a person reads who has no screen open.
  static let noScreenIsOpen = Words.text("No screen is open. \"screens\" lists what can be opened.")

  /// A front, or the app, has as many screens as it may.
  static func tooManyScreens(_ limit: Int) -> LocalizedText {
    Words.text("\(count: limit, isGrouped: false) screens are open, and that is the most there can be.")
  }
}
