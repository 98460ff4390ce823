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

  public var isBusy: Bool { isLoading || phase == .purchasing }

  /// What a product and its purchase look like.
  init(product: Product?, phase: ProductPhase, isLoading: Bool, _ formats: Formats) {
    title = product?.title
    description = product?.description
    priceText = product.map { formats.currency.text($0.price) }
    self.phase = phase
    self.isLoading = isLoading
    switch phase {
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
  ]
}
