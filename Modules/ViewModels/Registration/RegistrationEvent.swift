public import Models

/// What the user did on the registration screen (seed 002).
public enum RegistrationEvent: ScreenEvent {
  /// The text in the user name's field changed.
  case usernameChanged(String)
  /// The secret in the password's field changed.
  case passwordChanged(Password)
  /// The secret in the field for the repeated password changed.
  case passwordAgainChanged(Password)
  /// The user asked for another try of a failed check of the name.
  case retryButtonWasTapped
  /// The user wants to create the account.
  case createButtonWasTapped

  public static let cases: [EventCase<RegistrationEvent>] = [
    EventCase(usernameChanged, "text", "The user name's field holds this text."),
    EventCase(passwordChanged, "text", "The password's field holds this secret."),
    EventCase(passwordAgainChanged, "text", "The field for the repeated password holds this secret."),
    EventCase(.retryButtonWasTapped, "Try a failed check of the name again."),
    EventCase(.createButtonWasTapped, "Create the account."),
  ]
}
