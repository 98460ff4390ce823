/// What the user did on the terms screen (seed 002).
public enum TermsEvent: ScreenEvent {
  /// The switch for the terms was turned.
  case acceptedTermsChanged(Bool)
  /// The switch for the privacy statement was turned.
  case acceptedPrivacyChanged(Bool)
  /// The name's field holds this text.
  case nameChanged(String)
  /// The user submits the form.
  case submitButtonWasTapped

  public static let cases: [EventCase<TermsEvent>] = [
    EventCase("acceptedTermsChanged", "The switch for the terms was turned.", "isOn") { .acceptedTermsChanged($0) },
    EventCase("acceptedPrivacyChanged", "The switch for the privacy statement was turned.", "isOn") {
      .acceptedPrivacyChanged($0)
    },
    EventCase("nameChanged", "The name's field holds this text.", "text") { .nameChanged($0) },
    EventCase("submitButtonWasTapped", "Submit the form.", .submitButtonWasTapped),
  ]
}
