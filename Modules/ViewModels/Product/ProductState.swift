public import Descriptions
import Formatting
public import Foundation
public import Models
import Services

/// What a front shows of a product: one property for each property of its view (seed 003).
public struct ProductState: ScreenState {
  /// The product's name; `nil` before the product is known.
  public let title: String?
  /// The product's description.
  public let description: String?
  /// The product's price: "$199.00".
  public let priceText: String?
  /// Whether the product can be bought.
  public let buttonEnabled: Bool
  /// Why the product cannot be bought, for the user; `nil` if it can.
  public let buttonDisabledReason: String?
  /// Why the last request failed, for the user.
  public let errorText: String?
  /// Whether the error text is hidden: nothing failed.
  public let errorTextHidden: Bool
  /// What the user is asked before the purchase, because an earlier one may have gone through.
  public let confirmationText: String?
  /// Whether the question is hidden, and the buttons that answer it.
  public let confirmationHidden: Bool
  /// The price and the date of the purchase.
  public private(set) var receiptText: String?
  /// The progress of the purchase.
  public private(set) var phase: ProductPhase
  /// Whether the product is being loaded.
  public let isLoading: Bool
  /// Whether the retry button is hidden. It is shown after a failed load.
  public let retryButtonHidden: Bool
  /// Whether the product is being loaded or bought: the activity indicator runs.
  public let isBusy: Bool

  init(_ facts: ProductFacts, _ environment: AppEnvironment) {
    let (formats, words) = (environment.formats, environment.words)
    title = facts.product?.title
    description = facts.product?.description
    priceText = facts.product.map { formats.currency.text($0.price) }
    phase =
      if case .error = facts.phase, let error = facts.error { .error(message: words.string(error)) } else {
        facts.phase
      }
    isLoading = facts.isLoading
    isBusy = facts.isLoading || facts.phase == .purchasing
    buttonEnabled = facts.canPurchase
    buttonDisabledReason = facts.purchaseObstacle.map(words.string)
    retryButtonHidden = !facts.canRetry
    errorText = if case .error(let message) = phase { message } else { nil }
    errorTextHidden = errorText == nil
    confirmationText =
      switch facts.phase {
      case .confirming: words.text("An earlier purchase may have gone through. Buy again?")
      case .purchasedEarlier: words.text("An earlier purchase went through. Buy again?")
      default: nil
      }
    confirmationHidden = confirmationText == nil
    receiptText =
      switch facts.phase {
      case .purchased(let receipt?):
        words.text("Purchased for \(formats.currency.text(receipt.price)). \(formats.date.text(receipt.date)).")
      case .purchasedEarlier(let receipt?, let date):
        words.text(
          "The earlier purchase, of \(formats.date.text(date)), was for \(formats.currency.text(receipt.price)).")
      default: nil
      }
  }

  public static let fields: Fields<ProductState> = [
    Field(\.title, "The product's name; null before the product is known.", as: .title),
    Field(\.description, "The product's description.", as: .longText),
    Field(\.priceText, "The product's price.").labelled("Price"),
    Field(\.buttonEnabled, "Whether the product can be bought.").forPrograms(),
    Field(\.buttonDisabledReason, "Why the product cannot be bought; null if it can."),
    Field(\.errorText, "Why the last request failed.", as: .failure),
    Field(\.errorTextHidden, "Hide the error text.").forPrograms(),
    Field(\.confirmationText, "The question before a purchase, if an earlier one went through or may have.", as: .note),
    Field(\.confirmationHidden, "Hide the question, and the buttons that confirm and decline."),
    Field(\.receiptText, "The price and the date of the purchase.", .isPrivate(as: Redaction.text), as: .success),
    Field(\.phase, "The progress of the purchase.", .isPrivate(as: \.hidingReceipt)).forPrograms(),
    Field(\.isLoading, "Whether the product is being loaded.").forPrograms(),
    Field(\.retryButtonHidden, "Hide the retry button. It is shown after a failed load."),
    Field(\.isBusy, "Run the activity indicator."),
  ]

  public static var samples: [ProductState] { [ProductState(ProductFacts(), AppEnvironment())] }
}

/// What the product screen knows.
struct ProductFacts {
  var product: Product?
  var phase = ProductPhase.initial
  /// Why the last request failed, in no language yet.
  var error: LocalizedText?
  var isLoading = false

  /// Whether the product is known, and neither bought nor being bought, and the user is not asked.
  var canPurchase: Bool { purchaseObstacle == nil }

  /// Whether the user is asked whether to buy again.
  var isAsking: Bool {
    switch phase {
    case .confirming, .purchasedEarlier: true
    default: false
    }
  }

  /// Why the product cannot be bought, for the user.
  var purchaseObstacle: LocalizedText? {
    switch phase {
    case .purchasing: Words.text("The product is being bought.")
    case .confirming, .purchasedEarlier: Words.text("The question is not answered.")
    case .purchased: Words.text("The product is bought.")
    case .initial where isLoading: Words.text("The product is being loaded.")
    case .initial, .error: product == nil ? Words.text("The product is not loaded.") : nil
    }
  }

  /// Whether the load of the product has failed.
  var canRetry: Bool {
    if case .error = phase { product == nil } else { false }
  }

  mutating func receive(_ result: Result<Product, ServiceError>) {
    isLoading = false
    switch result {
    case .success(let product): self.product = product
    case .failure(let error): fail(error.text)
    }
  }

  private mutating func fail(_ error: LocalizedText) {
    self.error = error
    phase = .error(message: error.description)
  }

  mutating func receive(_ result: Result<IdempotentAnswer<Receipt>, ServiceError>) {
    switch result {
    case .success(let success):
      phase =
        if let date = success.earlierWish {
          .purchasedEarlier(receipt: success.answer, date: date)
        } else {
          .purchased(receipt: success.answer)
        }
    case .failure(.confirmationNeeded): phase = .confirming
    case .failure(let error): fail(error.text)
    }
  }
}

/// The progress of a purchase. `initial` and `error` are the states of seed 003.
public enum ProductPhase: Equatable, Sendable {
  /// Nothing was bought yet.
  case initial
  /// The last request failed. The message is for the user.
  case error(message: String)
  /// A purchase is in flight. No second purchase can start.
  case purchasing
  /// The user is asked whether to buy again, because an earlier purchase may have gone through.
  case confirming
  /// The product is bought. The receipt is `nil` while it is hidden.
  case purchased(receipt: Receipt?)
  /// The receipt is that of an earlier wish, which was first tried at a date, and the user is asked whether to buy again. The
  /// receipt is `nil` while it is hidden.
  case purchasedEarlier(receipt: Receipt?, date: Date)

  /// The phase without a receipt, which has a price.
  var hidingReceipt: ProductPhase {
    switch self {
    case .purchased: .purchased(receipt: nil)
    case .purchasedEarlier(_, let date): .purchasedEarlier(receipt: nil, date: date)
    default: self
    }
  }
}

extension ProductPhase: Described, JSONWritable {
  /// Writes `{"type":…}` with the associated value.
  public func write(to writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .initial: $0.member("type", "initial")
      case .error(let message):
        $0.member("message", message)
        $0.member("type", "error")
      case .purchasing: $0.member("type", "purchasing")
      case .confirming: $0.member("type", "confirming")
      case .purchased(let receipt):
        $0.member("receipt", receipt)
        $0.member("type", "purchased")
      case .purchasedEarlier(let receipt, let date):
        $0.member("date", date)
        $0.member("receipt", receipt)
        $0.member("type", "purchasedEarlier")
      }
    }
  }

  public static var shape: Shape {
    .variants(
      "ProductPhase",
      [
        .init("initial"), .init("error", [.init("message", .text())]), .init("purchasing"), .init("confirming"),
        .init("purchased", [.init("receipt", Receipt?.shape)]),
        .init("purchasedEarlier", [.init("date", .date), .init("receipt", Receipt?.shape)]),
      ])
  }
  public static var expectation: String { "a phase" }
}
