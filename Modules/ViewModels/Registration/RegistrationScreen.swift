/// The screen on which a wizard registers.
public enum RegistrationScreen: Screen {
  public static let name = "registration"
  public static let about = "Registration for the wizard school."

  public static func open(_: NoParameters, in environment: Environment) -> RegistrationViewModel {
    RegistrationViewModel(environment)
  }
}
