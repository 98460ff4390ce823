import Foundation
import Screens

/// What a JSON Schema says of a value: how the user types it, and how it is read.
struct ValueForm {
  enum Kind {
    case text
    case integer
    case number
    case decimal
    case boolean
    case date
    /// The words, and what the user reads for each.
    case choice([String], labels: [String])
    case list(JSON)
    case object(JSON)
    case other
  }

  let kind: Kind
  /// Whether the value may be `null`.
  let isOptional: Bool
  let isSecret: Bool
  /// The time zone of days and times.
  let timeZone: TimeZone

  init(_ schema: JSON, timeZone: TimeZone = .gmt) {
    var schema = schema
    var isOptional = false
    if case .array(let variants)? = schema["anyOf"] {
      let values = variants.filter { $0["type"] != "null" }
      isOptional = values.count < variants.count
      if values.count == 1 { schema = values[0] }
    }
    self.isOptional = isOptional
    self.timeZone = timeZone
    isSecret = schema["x-secret"] == true
    kind = Self.kind(schema)
  }

  private static func kind(_ schema: JSON) -> Kind {
    if case .array(let words)? = schema["enum"] {
      let words = words.compactMap(\.string)
      guard case .array(let labels)? = schema["x-labels"], labels.count == words.count else {
        return .choice(words, labels: words)
      }
      return .choice(words, labels: labels.compactMap(\.string))
    }
    switch schema["type"]?.string {
    case "string" where schema["format"] == "date-time": return .date
    case "string" where schema["x-decimal"] == true: return .decimal
    case "string": return .text
    case "integer": return .integer
    case "number": return .number
    case "boolean": return .boolean
    case "array": return .list(schema)
    case "object": return .object(schema)
    default: return .other
    }
  }

  // MARK: - What the user types

  /// What stands for the value in a usage: "NUMBER".
  var usage: String {
    switch kind {
    case .text: "TEXT"
    case .integer, .number, .decimal: "NUMBER"
    case .boolean: "on|off"
    case .date: "DATE"
    case .choice(let words, _): words.joined(separator: "|")
    case .list, .object, .other: "JSON"
    }
  }

  /// What an error says is expected.
  var expectation: String {
    let expectation =
      switch kind {
      case .text: "a text"
      case .integer: Int.typedExpectation
      case .number: Double.typedExpectation
      case .decimal: Decimal.typedExpectation
      case .boolean: "on or off"
      case .date: Date.typedExpectation
      case .choice(let words, _): "one of " + words.joined(separator: ", ")
      case .list, .object, .other: "a JSON value"
      }
    return expectation + (isOptional ? ", or nothing" : "")
  }

  /// The JSON of what the user typed; `nil` if it is not such a value.
  func json(_ text: String) -> [UInt8]? {
    if isOptional, text.isEmpty { return Array("null".utf8) }
    switch kind {
    case .text: return text.json
    case .integer: return Int(typed: text).map(\.json)
    // The digits as they were typed: JSON takes them but for a plus and zeros before them.
    case .number: return Double(typed: text).map { Array($0.typedText.utf8) }
    case .decimal: return Decimal(typed: text).map { $0.typedText.json }
    case .boolean: return Self.boolean(text).map(\.json)
    case .date: return Date(typed: text, in: timeZone).map(\.json)
    case .choice(let words, _): return (try? NameMatcher(kind: "option", names: words).match(text))?.json
    case .list, .object, .other: return (try? JSONText(scanning: text.utf8)).map { Array($0.bytes) }
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "on", "yes", "true": true
    case "off", "no", "false": false
    default: nil
    }
  }

  // MARK: - What the user reads

  /// A value in words; `nil` if there is none.
  func text(_ json: JSONText) -> String? {
    if json.isNull { return nil }
    switch kind {
    case .boolean: return json.bool.map { $0 ? "yes" : "no" }
    case .date: return Date(json)?.typedText(in: timeZone) ?? json.string
    case .choice(let words, let labels):
      let word = json.string
      return zip(words, labels).first { $0.0 == word }?.1 ?? word
    case .list(let schema):
      let item = ValueForm(schema["items"] ?? .null, timeZone: timeZone)
      let texts = json.elements.prefix(Self.longestList + 1).compactMap { item.text($0) }
      let isLonger = texts.count > Self.longestList
      return texts.isEmpty ? nil : texts.prefix(Self.longestList).joined(separator: ", ") + (isLonger ? ", …" : "")
    case .object(let schema): return summary(json, schema)
    case .text, .integer, .number, .decimal, .other:
      return json.kind == .string ? json.string : String(decoding: json.bytes, as: UTF8.self)
    }
  }

  /// The number of elements that are shown of a list within a line.
  static var longestList: Int { 20 }

  /// An object in a line: texts as they are, other values after their names.
  ///
  /// - Parameters:
  ///   - names: the members in their order; by default, that of the schema.
  ///   - omitted: the member that is left out if there is another.
  func summary(_ json: JSONText, _ schema: JSON, names: [String]? = nil, without omitted: String? = nil) -> String {
    let members = Dictionary(
      json.members.map { ($0.name.string ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
    let properties = schema["properties"]?.members ?? [:]
    // The amount, and its currency.
    if schema.isAmount, let amount = members["amount"]?.string,
      let currency = members["currency"]?.string
    {
      return "\(amount) \(currency)"
    }
    let parts = (names ?? properties.keys.sorted()).filter { $0 != omitted }.compactMap { name in
      members[name].flatMap { ValueForm(properties[name] ?? .null, timeZone: timeZone).part($0, name) }
    }
    guard parts.isEmpty, let omitted, let value = members[omitted] else { return parts.joined(separator: ", ") }
    return ValueForm(properties[omitted] ?? .null, timeZone: timeZone).text(value) ?? ""
  }

  /// A member of an object in a line; `nil` if there is nothing to say.
  private func part(_ json: JSONText, _ name: String) -> String? {
    guard let text = text(json), !text.isEmpty else { return nil }
    switch kind {
    case .boolean: return json.bool == true ? name.asWords.droppingVerb : nil
    case .integer, .number: return "\(name.asWords) \(text)"
    case .object: return text
    default: return text
    }
  }
}

extension JSON {
  /// Whether an object of this schema is an amount of money.
  var isAmount: Bool { self["properties"]?.members?.keys.sorted() == ["amount", "currency"] }
}

extension String {
  /// The words without the verb of a statement: "is lent" is "lent".
  fileprivate var droppingVerb: String { hasPrefix("is ") ? String(dropFirst(3)) : self }

  /// A name as people write it: "usernameText" is "username text".
  var asWords: String {
    var words = ""
    var last: Character = " "
    for (index, character) in Swift.zip(indices, self) {
      let next = self[index...].dropFirst().first
      let begins = character.isUppercase && (!last.isUppercase || next?.isLowercase == true)
      if begins, !words.isEmpty { words += " " }
      words += begins && next?.isUppercase != true ? character.lowercased() : String(character)
      last = character
    }
    return words.replacing("_", with: " ")
  }

  /// A name as the label of a line: "dueDate" is "Due date".
  var asLabel: String {
    let words = contains(" ") ? self : asWords
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
