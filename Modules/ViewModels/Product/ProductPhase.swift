public import JSON
public import Models

/// The progress of a purchase. `initial` and `error` are the states of seed 003.
public enum ProductPhase: Equatable, Sendable {
  /// Nothing was bought yet.
  case initial
  /// The last request failed. The message is for the user.
  case error(message: String)
  /// A purchase is in flight. No second purchase can start.
  case purchasing
  /// The product is bought.
  case purchased(receipt: Receipt)
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
      case .purchased(let receipt):
        $0.member("receipt", receipt)
        $0.member("type", "purchased")
      }
    }
  }

  public static var schema: JSON {
    [
      "title": "ProductPhase",
      "oneOf": [
        .openObject("ProductPhaseInitial", ["type": .discriminator("initial")]),
        .openObject("ProductPhaseError", ["type": .discriminator("error"), "message": String.schema]),
        .openObject("ProductPhasePurchasing", ["type": .discriminator("purchasing")]),
        .openObject("ProductPhasePurchased", ["type": .discriminator("purchased"), "receipt": Receipt.schema]),
      ],
    ]
  }
  public static var expectation: String { "a phase" }
}
