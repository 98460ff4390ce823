public import JSON
public import Models

/// How far a purchase is. `initial` and `error` are the states of seed 003.
public enum ProductPhase: Equatable, Sendable {
  /// Nothing was bought yet.
  case initial
  /// What was asked for last failed; the message is what the user reads.
  case error(message: String)
  /// A purchase is on its way; no second one can start.
  case purchasing
  /// The product is bought.
  case purchased(receipt: Receipt)
}

extension ProductPhase: Encodable, Described {
  private enum Key: String, CodingKey {
    case type, message, receipt
  }

  /// Writes `{"type":…}` and what goes with it.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    switch self {
    case .initial: try members.encode("initial", forKey: .type)
    case .error(let message):
      try members.encode("error", forKey: .type)
      try members.encode(message, forKey: .message)
    case .purchasing: try members.encode("purchasing", forKey: .type)
    case .purchased(let receipt):
      try members.encode("purchased", forKey: .type)
      try members.encode(receipt, forKey: .receipt)
    }
  }

  public static var schema: JSON {
    [
      "oneOf": [
        .closedObject(["type": ["const": "initial"]]),
        .closedObject(["type": ["const": "error"], "message": String.schema]),
        .closedObject(["type": ["const": "purchasing"]]),
        .closedObject(["type": ["const": "purchased"], "receipt": Receipt.schema]),
      ]
    ]
  }
  public static var expectation: String { "a phase" }
}
