import Foundation
import JSON

@testable import ViewModels

/// What of a JSON value a schema does not allow: one line for each fault, none if it fits.
///
/// It knows the words that the app's schemas use, and calls any other word a fault.
func faults(_ value: JSON, _ schema: JSON, at path: String = "") -> [String] {
  guard case .object(let words) = schema else { return ["\(path): no schema"] }
  return words.flatMap { word, rule in faults(value, word, rule, words, path) }
}

private func faults(_ value: JSON, _ word: String, _ rule: JSON, _ words: [String: JSON], _ path: String) -> [String] {
  func require(_ condition: Bool) -> [String] { condition ? [] : ["\(path): breaks \(word)"] }
  switch (word, rule) {
  case ("type", .string(let type)): return require(type == value.typeName)
  case ("const", _): return require(value == rule)
  case ("enum", .array(let choices)): return require(choices.contains(value))
  case ("pattern", .string(let pattern)):
    return require(value.text.range(of: pattern, options: .regularExpression) != nil)
  case ("minLength", .integer(let length)): return require(value.text.count >= length)
  case ("format", "date-time"): return require((try? Date(value.text, strategy: .iso8601)) != nil)
  case ("x-decimal", true): return require(Decimal(string: value.text) != nil)
  case ("anyOf", .array(let choices)): return require(choices.contains { faults(value, $0, at: path).isEmpty })
  case ("oneOf", .array(let choices)):
    return require(choices.count(where: { faults(value, $0, at: path).isEmpty }) == 1)
  case ("items", _):
    guard case .array(let elements) = value else { return [] }
    return elements.enumerated().flatMap { index, element in faults(element, rule, at: "\(path)/\(index)") }
  case ("properties", .object(let properties)):
    return properties.flatMap { name, schema in value[name].map { faults($0, schema, at: "\(path)/\(name)") } ?? [] }
  case ("required", .array(let names)): return require(names.allSatisfy { value[$0.text] != nil })
  case ("additionalProperties", false):
    guard case .object(let members) = value else { return [] }
    return require(members.keys.allSatisfy { words["properties"]?[$0] != nil })
  case ("title", .string), ("description", .string), ("writeOnly", true), ("x-secret", true),
    ("x-disabled-reason", .string), ("x-field", .string), ("x-rows", .string), ("x-order", .array),
    ("x-label", .string), ("x-role", .string), ("x-tone", .string), ("x-tones", .object), ("x-hidden", .string),
    ("x-row-hidden", .string),
    ("x-purpose", .string), ("x-idempotent", true), ("x-shown-when-empty", true), ("x-for-people", false),
    ("x-appearance", true), ("x-file", .object):
    return []
  default: return ["\(path): the word \(word) is not understood"]
  }
}

extension JSON {
  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// The text of a string; empty for any other value.
  fileprivate var text: String {
    if case .string(let text) = self { text } else { "" }
  }
}

/// The JSON value of a text.
func parsed(_ bytes: some Sequence<UInt8>) throws -> JSON {
  try JSONDecoder().decode(Parsed.self, from: Data(bytes)).value
}

private struct Parsed: Decodable {
  let value: JSON

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      value = .integer(integer)
    } else if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if let elements = try? container.decode([Parsed].self) {
      value = .array(elements.map(\.value))
    } else {
      value = .object(try container.decode([String: Parsed].self).mapValues(\.value))
    }
  }
}
