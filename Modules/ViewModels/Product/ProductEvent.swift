/// What the user did on the product screen. `purchase` is the action of seed 003.
public enum ProductEvent: CaseIterable, ScreenEvent {
  /// The screen appeared: the product is asked for, unless it is known.
  case viewDidAppear
  /// The user wants a failed load of the product to be tried again.
  case retryButtonWasTapped
  /// The user wants the product.
  case purchase

  public static let cases: [EventCase<ProductEvent>] = [
    EventCase("viewDidAppear", "The screen appeared.", .viewDidAppear),
    EventCase("retryButtonWasTapped", "Try a failed load of the product again.", .retryButtonWasTapped),
    EventCase("purchase", "The user wants the product.", .purchase),
  ]
}
