/// What came of leaving a screen; see ``AnyScreenInstance/leave()``.
public enum LeaveOutcome: Hashable, Sendable {
  /// The front has let go of the screen.
  case left
  /// The screen stays open, because it asks first: the id of the question. Its answer closes the screen or keeps it. `nil` if the
  /// screen asks by its state.
  case held(question: String?)
  /// The screen stays open, because it asks first and no person can be asked, for this reason, which is a text for people.
  case cannotAsk(String)
}
