/// The screen of the user's account balance.
public enum BalanceScreen: Screen {
  public static let name = "balance"
  public static let about = "The balance of the user's account."
  public static let appearance: BalanceViewEvent? = .viewDidAppear

  public static func open(_: NoParameters, in environment: Environment) -> BalanceViewModel {
    BalanceViewModel(environment)
  }
}
