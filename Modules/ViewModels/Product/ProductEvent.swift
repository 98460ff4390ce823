/// What the user did on the product screen. `purchase` is the action of seed 003.
public enum ProductEvent: CaseIterable, ScreenEvent {
  /// The screen appeared. The product is loaded unless it is known.
  case viewDidAppear
  /// The user asked for another try of a failed load.
  case retryButtonWasTapped
  /// The user wants to buy the product.
  case purchase

  public static let cases: [EventCase<ProductEvent>] = [
    EventCase(.viewDidAppear, "The screen appeared."),
    EventCase(.retryButtonWasTapped, "Try a failed load of the product again."),
    EventCase(.purchase, "The user wants the product."),
  ]
}
