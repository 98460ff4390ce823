extension Screen<BalanceViewModel> {
  /// The user's account balance.
  public static var balance: Self {
    Screen("balance", "The balance of the user's account.", appearance: .viewDidAppear) { BalanceViewModel($1) }
  }
}
