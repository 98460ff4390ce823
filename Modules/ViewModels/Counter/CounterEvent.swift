/// What the user did on the counter screen (seed 004).
public enum CounterEvent: CaseIterable, ScreenEvent {
  /// The user asked for the next number.
  case nextButtonWasTapped

  public static let cases: [EventCase<CounterEvent>] = [
    EventCase(.nextButtonWasTapped, "The user asked for the next number.")
  ]
}
