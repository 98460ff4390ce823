public import JSON

/// A type whose values have a shape, in which JSON has them.
public protocol Described: SendableMetatype {
  /// The kind of values whose roles these have (``Role``); by default, none.
  associatedtype RoleValue = Never
  /// What the values are. The title of a record, a choice or variants is unique in the app: it is the name of the type that a
  /// generator of code makes.
  static var shape: Shape { get }
  /// What an error reports as expected, such as "a string"; by default, what the shape says.
  static var expectation: String { get }
  /// Whether values have private fields; see ``Privacy``. By default, they have none.
  static var hasPrivateFields: Bool { get }
  /// The value with every private field replaced by its placeholder.
  var hidingPrivateFields: Self { get }
}

extension Described {
  public static var expectation: String { shape.expectation }
  public static var hasPrivateFields: Bool { false }
  public var hidingPrivateFields: Self { self }

  /// The private members of the values; see `Shape.privateMembers`.
  package static var privateMembers: [String: [UInt8]] { shape.privateMembers }
}

/// A type whose values are read from JSON.
public protocol JSONReadable: Described {
  /// Any value of the type.
  static var example: Self { get }
  /// The value of a JSON text; `nil` if the type has no such value.
  init?(_ json: JSONText)
}

extension String: JSONReadable {
  public typealias RoleValue = String
  public static var shape: Shape { .text() }
  public static var example: String { "" }

  public init?(_ json: JSONText) {
    guard let string = json.string else { return nil }
    self = string
  }
}

extension Bool: JSONReadable {
  public typealias RoleValue = Bool
  public static var shape: Shape { .boolean }
  public static var example: Bool { false }

  public init?(_ json: JSONText) {
    guard let bool = json.bool else { return nil }
    self = bool
  }
}

// NB: JSON carries integers beyond ±(2^53 - 1) inexactly: there they are strings of their digits, except to and from a server.
extension Int: JSONReadable {
  public typealias RoleValue = Int
  public static var shape: Shape { .integer() }
  public static var example: Int { 0 }

  public init?(_ json: JSONText) {
    guard let number: Int = json.wholeInteger() else { return nil }
    self = number
  }
}

/// An integer of 64 bits, such as an identifier that a server draws from all of them. Its shape says that it may be a string.
extension Int64: JSONReadable {
  public typealias RoleValue = Int
  public static var shape: Shape { .integer(minimum: .min, maximum: .max) }
  public static var example: Int64 { 0 }

  public init?(_ json: JSONText) {
    guard let number: Int64 = json.wholeInteger() else { return nil }
    self = number
  }
}

extension JSONText {
  /// The integer: a number, or a string of its digits beyond ±(2^53 - 1). A server writes a number there, too.
  fileprivate func wholeInteger<Number: FixedWidthInteger>() -> Number? {
    if let text = string {
      guard let number = Number(text), number.magnitude >= 1 << 53, String(number) == text else { return nil }
      return number
    }
    guard let number = integer(as: Number.self), number.magnitude < 1 << 53 || notation != .described else {
      return nil
    }
    return number
  }
}

extension Optional: Described where Wrapped: Described {
  public typealias RoleValue = Wrapped.RoleValue
  public static var shape: Shape { .optional(Wrapped.shape) }
  public static var expectation: String { Wrapped.expectation + " or null" }
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

/// A choice between words.
extension Described where Self: CaseIterable & RawRepresentable, RawValue == String {
  public typealias RoleValue = String

  public static var shape: Shape { .choice("\(Self.self)", allCases.map(\.rawValue)) }

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
