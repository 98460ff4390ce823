public import Models

/// What the user did on the registration screen (seed 002).
public enum RegistrationEvent: ScreenEvent {
  /// The user name's field holds this text.
  case usernameChanged(String)
  /// The password's field holds this secret.
  case passwordChanged(Password)
  /// The field for the repeated password holds this secret.
  case passwordAgainChanged(Password)
  /// The user wants a failed check of the name to be tried again.
  case retryButtonWasTapped
  /// The user wants the account.
  case createButtonWasTapped

  public static let cases: [EventCase<RegistrationEvent>] = [
    EventCase("usernameChanged", "The user name's field holds this text.", "text") { .usernameChanged($0) },
    EventCase("passwordChanged", "The password's field holds this secret.", "text") { .passwordChanged($0) },
    EventCase("passwordAgainChanged", "The field for the repeated password holds this secret.", "text") {
      .passwordAgainChanged($0)
    },
    EventCase("retryButtonWasTapped", "Try a failed check of the name again.", .retryButtonWasTapped),
    EventCase("createButtonWasTapped", "Create the account.", .createButtonWasTapped),
  ]
}
