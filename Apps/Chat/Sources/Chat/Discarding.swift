import Screens

extension AppEnvironment {
  /// Asks the person before a form loses what was entered, and closes the form if they discard it.
  ///
  /// - Returns: The question, which is withdrawn when it is released.
  @MainActor func askToDiscard() -> AnyCancellable {
    let choices: [ConfirmChoice] = [
      .destructive("discard", words.text("Discard")), .cancel("keep", words.text("Keep")),
    ]
    return front.ask(.confirm(words.text("Discard what was entered?"), choices))
      .sink { [navigator] in if $0.answer == "discard" { navigator.close() } }
  }
}
