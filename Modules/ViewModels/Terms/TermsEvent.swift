/// What the user did on the terms screen (seed 002).
public enum TermsEvent: ScreenEvent {
  /// The switch for the terms was turned on or off.
  case acceptedTermsChanged(Bool)
  /// The switch for the privacy statement was turned on or off.
  case acceptedPrivacyChanged(Bool)
  /// The text in the name's field changed.
  case nameChanged(String)
  /// The user submits the form.
  case submitButtonWasTapped

  public static let cases: [EventCase<TermsEvent>] = [
    EventCase(acceptedTermsChanged, "isOn", "The switch for the terms was turned."),
    EventCase(acceptedPrivacyChanged, "isOn", "The switch for the privacy statement was turned."),
    EventCase(nameChanged, "text", "The name's field holds this text."),
    EventCase(.submitButtonWasTapped, "Submit the form."),
  ]
}
