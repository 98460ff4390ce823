public import Foundation
public import JSON
public import Models

/// A type that says what its values look like in JSON.
public protocol Described: SendableMetatype {
  /// The JSON Schema (2020-12) of the type's values.
  static var schema: JSON { get }
  /// What an error says was expected, such as "a string".
  static var expectation: String { get }
}

extension String: Described {
  public static var schema: JSON { ["type": "string"] }
  public static var expectation: String { "a string" }
}

extension Bool: Described {
  public static var schema: JSON { ["type": "boolean"] }
  public static var expectation: String { "a boolean" }
}

// NB: a state has no number that JSON cannot carry exactly, beyond ±(2^53 - 1); it would show it as a text.
extension Int: Described {
  public static var schema: JSON { ["type": "integer"] }
  public static var expectation: String { "an integer" }
}

extension Date: Described {
  public static var schema: JSON { ["type": "string", "format": "date-time"] }
  public static var expectation: String { "a date-time (RFC 3339)" }
}

extension Optional: Described where Wrapped: Described {
  public static var schema: JSON { ["anyOf": [Wrapped.schema, ["type": "null"]]] }
  public static var expectation: String { Wrapped.expectation + " or null" }
}

/// A choice between words.
extension Described where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var schema: JSON { ["type": "string", "enum": .array(allCases.map { .string($0.rawValue) })] }
  public static var expectation: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Money: Described {
  public static var schema: JSON {
    .closedObject([
      "amount": ["type": "string", "pattern": #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$"#],
      "currency": ["type": "string", "pattern": "^[A-Z]{3}$"],
    ])
  }
  public static var expectation: String { "an amount of money" }
}

extension ProductID: Described {
  public static var schema: JSON { ["type": "string", "minLength": 1] }
  public static var expectation: String { "a non-empty string" }
}

extension Receipt: Described {
  public static var schema: JSON {
    .closedObject([
      "id": String.schema, "productID": ProductID.schema, "price": Money.schema, "date": Date.schema,
    ])
  }
  public static var expectation: String { "a receipt" }
}

extension Password: Described {
  public static var schema: JSON { ["type": "string", "writeOnly": true, "x-secret": true] }
  public static var expectation: String { "a string" }
}
