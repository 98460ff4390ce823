extension Screen<RegistrationViewModel> {
  /// Registration for the wizard school.
  public static var registration: Self {
    Screen("registration", "Registration for the wizard school.") { RegistrationViewModel($1) }
  }
}
