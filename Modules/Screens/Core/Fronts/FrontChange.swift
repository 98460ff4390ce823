/// What happens to a front as a whole.
public enum FrontChange: Hashable, Sendable {
  /// It was attached.
  case attached(isShared: Bool, mayEnterSecrets: Bool, mayReadPrivateFields: Bool, answers: Set<String> = [])
  /// Its connection has ended, and it may come back.
  case away
  /// It came back.
  case returned(isShared: Bool)
  /// It has left, and lets go of all that it held.
  case left
  /// It follows the app's own view model from here on.
  case followed
  /// It shows the screen that the report is about, which is its current screen.
  case shown
}
