/// What the user did on the balance screen (seed 000).
public enum BalanceViewEvent: CaseIterable, ScreenEvent {
  /// The screen appeared.
  case viewDidAppear
  /// The user asked for a newer value.
  case refreshButtonWasTapped

  public static let title = "BalanceEvent"

  public static let cases: [EventCase<BalanceViewEvent>] = [
    EventCase(.viewDidAppear, "The screen appeared."),
    EventCase(.refreshButtonWasTapped, "The user asked for a newer value."),
  ]
}
