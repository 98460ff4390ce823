/// A JSON value that the program makes, such as a schema or the result of a method. ``JSONText`` is the one that it reads.
///
/// ```swift
/// let point: JSON = ["x": 1, "y": 2, "labels": ["a", "b"]]
/// String(decoding: point.json, as: UTF8.self)  // {"labels":["a","b"],"x":1,"y":2}
/// ```
///
/// Texts are equal if they have the same code points, as for every reader of JSON.
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
  /// Values by name. They are written in the order of their names' UTF-8.
  case object([String: JSON])

  /// This object with other members added or replaced. A value that is not an object stays as it is.
  public func with(_ members: [String: JSON]) -> JSON {
    guard case .object(let own) = self else { return self }
    return .object(own.merging(members) { _, other in other })
  }

  /// A member of an object; `nil` if the object does not have it.
  public subscript(name: String) -> JSON? { members?[exactly: name] }

  /// The text of a string; `nil` for another kind of value.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of an array; `nil` for another kind of value.
  public var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members of an object; `nil` for another kind of value.
  public var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
}

extension JSON {
  public static func == (one: JSON, other: JSON) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)):
      one.count == other.count && one.allSatisfy { name, value in other[exactly: name] == value }
    case (.null, _), (.bool, _), (.integer, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let values): hasher.combine(values)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSON: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .array(let values): writer.write(values)
    case .object(let members):
      writer.object { writer in
        for member in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
          writer.member(member.key, member.value)
        }
      }
    }
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
