internal import Descriptions
import Words

/// What a person is asked before an event is applied.
public struct EventQuestion: Hashable, Sendable {
  /// The question in a few words.
  public var title: LocalizedText
  /// What a person should know of it.
  public var message: LocalizedText?
  /// The label of the choice that sends the event.
  public var confirm: LocalizedText
  /// The label of the choice that does not.
  public var cancel: LocalizedText
  /// Whether the texts are private.
  package var isPrivate = false

  /// The same question, whose texts are private: no front sees it while what is private is hidden from it.
  public func withPrivateTexts() -> EventQuestion {
    var question = self
    question.isPrivate = true
    return question
  }

  /// A question, in words that are shown as they are.
  ///
  /// - Parameters:
  ///   - title: The question in a few words.
  ///   - message: What a person should know of it.
  ///   - confirm: The label of the choice that sends the event.
  ///   - cancel: The label of the choice that does not.
  public init(_ title: String, message: String? = nil, confirm: String = "OK", cancel: String = "Cancel") {
    self.init(
      LocalizedText(verbatim: title), message: message.map { LocalizedText(verbatim: $0) },
      confirm: LocalizedText(verbatim: confirm), cancel: LocalizedText(verbatim: cancel))
  }

  /// A question in texts of the catalogues: `EventQuestion(Words.text("Delete \(name)?"), confirm: Words.text("Delete"))`.
  ///
  /// - Parameters:
  ///   - title: The question in a few words.
  ///   - message: What a person should know of it.
  ///   - confirm: The label of the choice that sends the event; by default, "OK".
  ///   - cancel: The label of the choice that does not; by default, "Cancel".
  @_disfavoredOverload public init(
    _ title: LocalizedText, message: LocalizedText? = nil, confirm: LocalizedText? = nil,
    cancel: LocalizedText? = nil
  ) {
    self.title = title
    self.message = message
    self.confirm = confirm ?? Words.text("OK")
    self.cancel = cancel ?? Words.text("Cancel")
  }
}

extension EventCase {
  /// The event takes something away that the person may want back, and the person is asked before it is applied.
  ///
  ///     EventCase(.clearButtonWasTapped, "Delete all books.")
  ///       .destructive(asking: EventQuestion("Delete all books?", confirm: "Delete"))
  ///
  /// The runtime asks, and neither a front nor the view model asks again: an event of a front is held until the person has chosen,
  /// and is then applied, or refused if the state does not allow it any more. What an assistant sends is asked of the persons'
  /// fronts. Where no person can be asked, the event is refused. What the app's own code sends is not asked about.
  public func destructive(asking question: EventQuestion) -> EventCase {
    asking { _, _ in question }
  }

  /// The event takes something away that the person may want back, and the person is asked before it is applied, with what the
  /// state knows of it.
  ///
  ///     EventCase(deleteButtonWasTapped, member: "id", "Delete a book.")
  ///       .destructive { (state: ShelfState, event) in
  ///         guard case .deleteButtonWasTapped(let id) = event else { return nil }
  ///         return state.books.first { $0.id == id }.map { EventQuestion("Delete \($0.title)?", confirm: "Delete") }
  ///       }
  ///
  /// - Parameter question: The question about an event in a state; `nil` if it needs none.
  public func destructive<State: ScreenState>(
    asking question: @escaping @Sendable (State, Event) -> EventQuestion?
  ) -> EventCase {
    asking { state, event in (state as? State).flatMap { question($0, event) } }
  }
}

extension ScreenEvent {
  /// Whether a person is asked before any of the events is applied.
  package static var asksFirst: Bool {
    cases.contains { $0.shape.asksFirst || $0.parts.part?.asksFirst == true }
  }

  /// What a person is asked before the event is applied, and the event's name; `nil` if it is applied at once.
  package func question(in state: some ScreenState) -> (question: EventQuestion, name: String)? {
    for event in Self.cases where event.matches(self) {
      if let part = event.parts.part { return part.question(state, self) }
      guard event.shape.asksFirst else { return nil }
      return event.parts.question?(state, self).map { ($0, event.name) }
    }
    return nil
  }
}
