/// A JSON value that the program itself writes: a schema, or a part of one.
public indirect enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction.
  case integer(Int)
  /// A text.
  case string(String)
  /// Values in an order.
  case array([JSON])
  /// Values by their names.
  case object([String: JSON])

  /// This object with the members of another laid over it; this value as it is unless both are objects.
  public func with(_ members: [String: JSON]) -> JSON {
    guard case .object(let own) = self else { return self }
    return .object(own.merging(members) { _, over in over })
  }

  /// A member of an object; `nil` if there is none.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension JSON: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
