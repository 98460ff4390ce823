extension Screen<TermsViewModel> {
  /// The terms and the privacy statement.
  public static var terms: Self {
    Screen("terms", "The terms and the privacy statement, and who accepts them.") { TermsViewModel($1) }
  }
}
