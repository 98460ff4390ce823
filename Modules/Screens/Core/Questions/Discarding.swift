import Streams
import Words

extension AppEnvironment {
  /// Whether a form may be left: one with changes asks the person first, "Discard what was entered?", and is closed if they do.
  ///
  ///     func canLeave() -> Bool { environment.canLeave(discarding: facts.name != savedName) }
  ///
  /// - Parameters:
  ///   - hasChanges: whether something was entered that leaving would lose.
  ///   - discard: called before the form is closed, to forget what was kept of it.
  @MainActor public func canLeave(discarding hasChanges: Bool, _ discard: @escaping () -> Void = {}) -> Bool {
    guard hasChanges else { return true }
    let choices: [ConfirmChoice] = [
      .destructive("discard", words.text("Discard")), .cancel("keep", words.text("Keep")),
    ]
    // NB: it holds itself, because a view model without an app, as in a unit test, has a new navigator each time.
    let question = HeldQuestion()
    let navigator = navigator
    navigator.discarding?.cancellable = nil
    navigator.discarding = question
    question.cancellable = front.ask(.confirm(words.text("Discard what was entered?"), choices)).sink { answer in
      question.cancellable = nil
      guard answer.answer == "discard" else { return }
      discard()
      navigator.close()
    }
    return false
  }
}
