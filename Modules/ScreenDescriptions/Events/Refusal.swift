import Words

/// Why a screen, or the app, does not take an event, in a word for programs. Later versions may have more.
public struct RefusalCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The state has a reason against the event, or against its row: see ``EventCase/disabled(by:)``.
  public static let disabled = RefusalCode(rawValue: "disabled")
  /// The state hides the event: see ``EventCase/hidden(by:)``.
  public static let hidden = RefusalCode(rawValue: "hidden")
  /// The list does not have the row, or one of the rows.
  public static let missingRow = RefusalCode(rawValue: "missingRow")
  /// The part that the event is for is not there.
  public static let missingPart = RefusalCode(rawValue: "missingPart")
  /// The view model refuses the event in its state: see `ViewModel.refusal(of:)`.
  public static let refused = RefusalCode(rawValue: "refused")
  /// A person sends the event, and no assistant.
  public static let notForAssistants = RefusalCode(rawValue: "notForAssistants")
  /// The event takes a secret, which an assistant may not enter.
  public static let takesSecret = RefusalCode(rawValue: "takesSecret")
  /// A person confirms the event, and no assistant.
  public static let confirmedByAssistant = RefusalCode(rawValue: "confirmedByAssistant")
  /// The front holds as many screens as it may.
  public static let tooManyScreens = RefusalCode(rawValue: "tooManyScreens")
  /// The instance is that of the app itself, which stays open.
  public static let appStaysOpen = RefusalCode(rawValue: "appStaysOpen")
  /// The question has ended, or there was none.
  public static let noQuestion = RefusalCode(rawValue: "noQuestion")
  /// The question is for another front, or for a person.
  public static let askedOfOthers = RefusalCode(rawValue: "askedOfOthers")
  /// The question does not take the answer.
  public static let answerNotTaken = RefusalCode(rawValue: "answerNotTaken")
}

/// Why an event is not applied: a word for programs, and a sentence for people.
package struct Refusal: Hashable {
  package var code: RefusalCode
  package var text: LocalizedText
  /// Whether the sentence is private.
  package var isPrivate = false

  package init(_ code: RefusalCode, _ text: LocalizedText) {
    self.code = code
    self.text = text
  }

  /// A reason that the app has said in its language.
  package init(_ code: RefusalCode, said text: String, isPrivate: Bool = false) {
    self.init(code, LocalizedText(verbatim: text))
    self.isPrivate = isPrivate
  }

  /// The sentence, and the one for a front from which it is hidden.
  package func reason(in words: Words) -> Outgoing<String> {
    Outgoing(
      words.string(text),
      hiding: isPrivate ? words.text("This is not possible at the moment, and the reason is private.") : nil)
  }
}

extension ScreenEvent {
  /// Why a state does not allow the event, by the description of its case.
  package func described(in state: some ScreenState) -> Refusal? {
    for event in Self.cases where event.isConditional && event.matches(self) {
      return event.refusal(of: self, in: state)
    }
    return nil
  }
}

extension ScreenEvent {
  /// Whether all reasons against the event are private.
  package var hasPrivateReasons: Bool {
    Self.cases.contains { $0.shape.hasPrivateReasons && $0.matches(self) }
  }
}
