import Formatting
import Models

/// What a front may show of a product: one property for each property of its view (seed 003).
public struct ProductState: ScreenState {
  /// The product's name; `nil` before the product is known.
  public let title: String?
  /// What there is to say about the product.
  public let description: String?
  /// What a purchase costs: "$199.00".
  public let priceText: String?
  /// Whether the product can be bought.
  public let buttonEnabled: Bool
  /// What failed, in words.
  public let errorText: String?
  /// Whether there is nothing that failed.
  public let errorTextHidden: Bool
  /// What was bought, for how much and when, in words.
  public let receiptText: String?
  /// How far the purchase is.
  public let phase: ProductPhase
  /// Whether the product is being asked for.
  public let isLoading: Bool
  /// Whether the retry button is hidden: it is shown after a failed load.
  public let retryButtonHidden: Bool
  /// Whether the product is being loaded or bought: the activity indicator runs.
  public let isBusy: Bool

  /// What the facts allow a front to show.
  init(_ facts: ProductFacts, _ formats: Formats) {
    let product = facts.product
    title = product?.title
    description = product?.description
    priceText = product.map { formats.currency.text($0.price) }
    phase = facts.phase
    isLoading = facts.isLoading
    isBusy = facts.isLoading || facts.phase == .purchasing
    retryButtonHidden = !facts.canRetry
    switch facts.phase {
    case .initial:
      buttonEnabled = product != nil
      (errorText, receiptText) = (nil, nil)
    case .error(let message):
      buttonEnabled = product != nil
      (errorText, receiptText) = (message, nil)
    case .purchasing:
      buttonEnabled = false
      (errorText, receiptText) = (nil, nil)
    case .purchased(let receipt):
      buttonEnabled = false
      errorText = nil
      receiptText = "Purchased for \(formats.currency.text(receipt.price)). \(formats.date.text(receipt.date))."
    }
    errorTextHidden = errorText == nil
  }

  public static let fields: [Field<ProductState>] = [
    Field("title", "The product's name; null before the product is known.", \.title),
    Field("description", "What there is to say about the product.", \.description),
    Field("priceText", "What a purchase costs.", \.priceText),
    Field("buttonEnabled", "Whether the product can be bought.", \.buttonEnabled),
    Field("errorText", "What failed, in words.", \.errorText),
    Field("errorTextHidden", "Whether there is nothing that failed.", \.errorTextHidden),
    Field("receiptText", "What was bought, for how much and when.", \.receiptText),
    Field("phase", "How far the purchase is.", \.phase),
    Field("isLoading", "Whether the product is being asked for.", \.isLoading),
    Field("retryButtonHidden", "Hide the retry button. It is shown after a failed load.", \.retryButtonHidden),
    Field("isBusy", "Run the activity indicator.", \.isBusy),
  ]
}

/// What the product screen knows.
struct ProductFacts {
  var product: Product?
  var phase = ProductPhase.initial
  var isLoading = false

  /// Whether the product could not be loaded.
  var canRetry: Bool {
    guard product == nil, !isLoading, case .error = phase else { return false }
    return true
  }
}
