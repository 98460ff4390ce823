public import JSON

/// A type whose values have a form in JSON, with a schema.
public protocol Described: SendableMetatype {
  /// The JSON Schema (2020-12) of the type's values. Objects, choices and variants have a `title`, unique in the app: the
  /// name of the type that a generator of code makes. `x-secret` marks what only goes in, and `x-decimal` the text of a
  /// decimal number.
  static var schema: JSON { get }
  /// What an error reports as expected, such as "a string".
  static var expectation: String { get }
  /// The members of a service's answer that are private: a recording leaves them out until a state has shown them, and
  /// a replay puts these values in their places. By default, none.
  ///
  /// A member inside another one has a path of names with the escapes of a JSON Pointer, such as `owner/address`. The
  /// members of a list are those of its elements.
  static var privateMembers: [String: JSON] { get }
  /// Whether values have private fields; see ``Privacy``. By default, they have none.
  static var hasPrivateFields: Bool { get }
  /// The value with every private field replaced by its placeholder.
  var hidingPrivateFields: Self { get }
}

extension Described {
  public static var privateMembers: [String: JSON] { [:] }
  public static var hasPrivateFields: Bool { false }
  public var hidingPrivateFields: Self { self }
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

extension Optional: Described where Wrapped: Described {
  public static var schema: JSON { ["anyOf": [Wrapped.schema, ["type": "null"]]] }
  public static var expectation: String { Wrapped.expectation + " or null" }
  public static var privateMembers: [String: JSON] { Wrapped.privateMembers }
  public static var hasPrivateFields: Bool { Wrapped.hasPrivateFields }
  public var hidingPrivateFields: Wrapped? { map(\.hidingPrivateFields) }
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
  public static var example: Wrapped? { nil }

  public init?(_ json: JSONText) {
    if json.isNull {
      self = .none
    } else {
      guard let value = Wrapped(json) else { return nil }
      self = value
    }
  }
}

extension Array: Described where Element: Described {
  public static var schema: JSON {
    let schema: JSON = ["type": "array", "items": Element.schema]
    return Element.self is any ListRow.Type ? schema.with(["x-identity": "id"]) : schema
  }
  public static var expectation: String { "an array" }
  public static var privateMembers: [String: JSON] { Element.privateMembers }
  public static var hasPrivateFields: Bool { Element.hasPrivateFields }
  public var hidingPrivateFields: [Element] { Self.hasPrivateFields ? map(\.hidingPrivateFields) : self }
}

extension Array: JSONReadable where Element: JSONReadable {
  public static var example: [Element] { [] }

  public init?(_ json: JSONText) {
    guard json.kind == .array else { return nil }
    self = []
    for element in json.elements {
      guard let value = Element(element) else { return nil }
      append(value)
    }
  }
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
    // NB: an enumeration takes a word that is only canonically equivalent.
    guard rawValue.hasSameBytes(as: word) else { return nil }
  }
}
