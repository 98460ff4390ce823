import Foundation

/// Validates JSON against the part of JSON Schema that the contract uses. An unknown keyword is a fault, so the contract
/// cannot contain a rule that is not checked.
struct JSONSchema {
  let document: YAML

  private static let known: Set<String> = [
    "$ref", "type", "required", "properties", "items", "enum", "pattern", "minLength", "maxLength", "minimum",
    "maximum", "description", "format", "writeOnly",
  ]

  /// The faults of a value, with their paths; empty if it is valid. A property without a schema is a fault, so the
  /// contract must describe all properties.
  func faults(_ value: Any, _ schema: YAML, at path: String = "") -> [String] {
    if let reference = schema["$ref"]?.string {
      guard let target = resolve(reference) else { return ["\(path): no \(reference)"] }
      return faults(value, target, at: path)
    }
    var faults = schema.entries.keys.filter { !Self.known.contains($0) }.sorted().map { "\(path): keyword \($0)" }
    let types = schema["type"].map { $0.elements.isEmpty ? [$0] : $0.elements }?.compactMap(\.string) ?? []
    if !types.contains(where: { isType($0, value) }) {
      faults.append("\(path): not \(types.joined(separator: " or "))")
    }
    if let number = (value as? NSNumber)?.doubleValue { faults += numberFaults(number, schema, at: path) }
    if let text = value as? String { faults += textFaults(text, schema, at: path) }
    if let object = value as? [String: Any] { faults += objectFaults(object, schema, at: path) }
    if let elements = value as? [Any] { faults += elementFaults(elements, schema, at: path) }
    return faults
  }

  func resolve(_ reference: String) -> YAML? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(document as YAML?) { $0?[String($1)] }
  }

  private func isType(_ type: String, _ value: Any) -> Bool {
    let isBool =
      (value as? NSNumber).map { "\(Swift.type(of: $0))".contains("Bool") || $0.objCType.pointee == 0x63 } ?? false
    return switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBool
    case "number": value is NSNumber && !isBool
    case "integer":
      !isBool && (value as? NSNumber)?.doubleValue.rounded() == (value as? NSNumber)?.doubleValue && value is NSNumber
    default: false
    }
  }

  private func numberFaults(_ number: Double, _ schema: YAML, at path: String) -> [String] {
    var faults: [String] = []
    if let minimum = schema["minimum"]?.int, number < Double(minimum) { faults.append("\(path): too small") }
    if let maximum = schema["maximum"]?.int, number > Double(maximum) { faults.append("\(path): too large") }
    return faults
  }

  private func textFaults(_ text: String, _ schema: YAML, at path: String) -> [String] {
    var faults: [String] = []
    if let minimum = schema["minLength"]?.int, text.count < minimum { faults.append("\(path): too short") }
    if let maximum = schema["maxLength"]?.int, text.count > maximum { faults.append("\(path): too long") }
    if let pattern = schema["pattern"]?.string {
      if text.range(of: pattern, options: .regularExpression) == nil { faults.append("\(path): not of the pattern") }
    }
    if let words = schema["enum"]?.elements.compactMap(\.string), !words.contains(text) {
      faults.append("\(path): none of the words")
    }
    if schema["format"]?.string == "date-time", (try? Date(text, strategy: .iso8601)) == nil {
      faults.append("\(path): no date-time")
    }
    return faults
  }

  private func elementFaults(_ elements: [Any], _ schema: YAML, at path: String) -> [String] {
    guard let element = schema["items"] else { return ["\(path): elements without a schema"] }
    return elements.enumerated().flatMap { faults($1, element, at: "\(path)/\($0)") }
  }

  private func objectFaults(_ object: [String: Any], _ schema: YAML, at path: String) -> [String] {
    let properties = schema["properties"]?.entries ?? [:]
    let required = schema["required"]?.elements.compactMap(\.string) ?? []
    var faults = required.filter { object[$0] == nil }.map { "\(path)/\($0): missing" }
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      guard let property = properties[name] else {
        faults.append("\(path)/\(name): not in the contract")
        continue
      }
      faults += self.faults(value, property, at: "\(path)/\(name)")
    }
    return faults
  }
}
