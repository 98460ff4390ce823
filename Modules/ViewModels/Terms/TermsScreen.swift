/// The screen on which somebody accepts the terms.
public enum TermsScreen: Screen {
  public static let name = "terms"
  public static let about = "The terms and the privacy statement, and who accepts them."

  public static func open(_: NoParameters, in environment: Environment) -> TermsViewModel {
    TermsViewModel(environment)
  }
}
