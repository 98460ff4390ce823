public import Foundation
public import JSON
public import Models

/// A type whose values have a form in JSON, with a schema.
public protocol Described: SendableMetatype {
  /// The JSON Schema (2020-12) of the type's values. Objects, choices and variants have a `title`, unique in the app: the
  /// name of the type that a generator of code makes. `x-secret` marks what only goes in, and `x-decimal` the text of a
  /// decimal number.
  static var schema: JSON { get }
  /// What an error reports as expected, such as "a string".
  static var expectation: String { get }
}

/// A type whose values are read from JSON.
public protocol JSONReadable: Described {
  /// Any value of the type.
  static var example: Self { get }
  /// The value of a JSON text; `nil` if the type has no such value.
  init?(_ json: JSONText)
}

extension String: JSONReadable {
  public static var schema: JSON { ["type": "string"] }
  public static var expectation: String { "a string" }
  public static var example: String { "" }

  public init?(_ json: JSONText) {
    guard let string = json.string else { return nil }
    self = string
  }
}

extension Bool: JSONReadable {
  public static var schema: JSON { ["type": "boolean"] }
  public static var expectation: String { "a boolean" }
  public static var example: Bool { false }

  public init?(_ json: JSONText) {
    guard let bool = json.bool else { return nil }
    self = bool
  }
}

// NB: JSON carries integers beyond ±(2^53 - 1) inexactly; a state shows such a number as a text.
extension Int: JSONReadable {
  public static var schema: JSON { ["type": "integer"] }
  public static var expectation: String { "an integer" }
  public static var example: Int { 0 }

  public init?(_ json: JSONText) {
    guard let number: Int = json.integer(), number.magnitude < 1 << 53 else { return nil }
    self = number
  }
}

extension Date: Described, JSONWritable {
  public static var schema: JSON { ["type": "string", "format": "date-time"] }
  public static var expectation: String { "a date-time (RFC 3339)" }

  /// Writes the date as RFC 3339 in UTC, to the second.
  public func write(to writer: inout JSONWriter) { writer.write(formatted(.iso8601)) }
}

extension Optional: Described where Wrapped: Described {
  public static var schema: JSON { ["anyOf": [Wrapped.schema, ["type": "null"]]] }
  public static var expectation: String { Wrapped.expectation + " or null" }
}

extension Array: Described where Element: Described {
  public static var schema: JSON { ["type": "array", "items": Element.schema] }
  public static var expectation: String { "an array" }
}

/// A choice between words.
extension Described where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var schema: JSON {
    ["title": .string("\(Self.self)"), "type": "string", "enum": .array(allCases.map { .string($0.rawValue) })]
  }
  public static var expectation: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }

  /// Writes the word.
  public func write(to writer: inout JSONWriter) { writer.write(rawValue) }
}

extension JSONReadable where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var example: Self { allCases[allCases.startIndex] }

  /// Reads the word.
  public init?(_ json: JSONText) {
    guard let word = json.string else { return nil }
    self.init(rawValue: word)
  }
}

extension Money: Described, JSONWritable {
  public static var schema: JSON {
    .openObject(
      "Money",
      [
        "amount": ["type": "string", "x-decimal": true, "pattern": #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$"#],
        "currency": ["type": "string", "pattern": "^[A-Z]{3}$"],
      ])
  }
  public static var expectation: String { "an amount of money" }

  /// Writes `{"amount":"1234.56","currency":"USD"}`.
  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("amount", amountText)
      $0.member("currency", currency.code)
    }
  }
}

extension ProductID: JSONReadable, JSONWritable {
  public static var schema: JSON { ["type": "string", "minLength": 1] }
  public static var expectation: String { "a non-empty string" }
  public static var example: ProductID { "wand" }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(rawValue: text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(rawValue) }
}

extension Receipt: Described, JSONWritable {
  public static var schema: JSON {
    .openObject(
      "Receipt",
      [
        "id": String.schema, "productID": ProductID.schema, "price": Money.schema, "date": Date.schema,
      ])
  }
  public static var expectation: String { "a receipt" }

  /// Writes `{"date":…,"id":…,"price":…,"productID":…}`.
  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("date", date)
      $0.member("id", id)
      $0.member("price", price)
      $0.member("productID", productID.rawValue)
    }
  }
}

extension Password: JSONReadable {
  public static var schema: JSON { ["type": "string", "writeOnly": true, "x-secret": true] }
  public static var expectation: String { "a string" }
  public static var example: Password { Password("") }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }
}
