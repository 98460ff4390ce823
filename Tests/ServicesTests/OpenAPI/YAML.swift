/// The subset of YAML that the contract uses: block mappings and sequences, flow sequences of scalars, plain and
/// double-quoted scalars, and comments on separate lines. Everything else is an error.
indirect enum YAML: Equatable {
  case mapping([String: YAML])
  case sequence([YAML])
  case string(String)
  case int(Int)
  case bool(Bool)

  struct Failure: Error, Equatable {
    var line: Int
    var reason: String
  }

  init(parsing text: String) throws(Failure) {
    var reader = YAMLReader(text)
    self = try reader.document()
  }

  subscript(key: String) -> YAML? {
    if case .mapping(let entries) = self { entries[key] } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var int: Int? { if case .int(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var entries: [String: YAML] { if case .mapping(let entries) = self { entries } else { [:] } }
  var elements: [YAML] { if case .sequence(let elements) = self { elements } else { [] } }
}

private struct YAMLReader {
  struct Line {
    var number: Int
    var indent: Int
    var text: Substring
  }

  private var lines: ArraySlice<Line> = []

  init(_ text: String) {
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = line.drop { $0 == " " }
      guard !content.isEmpty, content.first != "#" else { continue }
      lines.append(Line(number: offset + 1, indent: line.count - content.count, text: content))
    }
  }

  mutating func document() throws(YAML.Failure) -> YAML {
    guard let first = lines.first else { throw YAML.Failure(line: 1, reason: "empty") }
    let value = try block(indent: first.indent)
    if let rest = lines.first { throw YAML.Failure(line: rest.number, reason: "indentation") }
    return value
  }

  private mutating func block(indent: Int) throws(YAML.Failure) -> YAML {
    lines.first?.text.hasPrefix("- ") == true ? try sequence(indent: indent) : try mapping(indent: indent)
  }

  private mutating func sequence(indent: Int) throws(YAML.Failure) -> YAML {
    var elements: [YAML] = []
    while let line = lines.first, line.indent == indent, line.text.hasPrefix("- ") {
      // The text after the dash is a nested block, indented to its own column.
      lines[lines.startIndex] = Line(number: line.number, indent: indent + 2, text: line.text.dropFirst(2))
      if key(line.text.dropFirst(2)) != nil {
        elements.append(try mapping(indent: indent + 2))
      } else {
        lines.removeFirst()
        elements.append(try scalar(line.text.dropFirst(2), line.number))
      }
    }
    return .sequence(elements)
  }

  private mutating func mapping(indent: Int) throws(YAML.Failure) -> YAML {
    var entries: [String: YAML] = [:]
    while let line = lines.first, line.indent == indent {
      guard let (name, rest) = key(line.text) else { throw YAML.Failure(line: line.number, reason: "no key") }
      guard entries[name] == nil else { throw YAML.Failure(line: line.number, reason: "duplicate key") }
      lines.removeFirst()
      if rest.isEmpty {
        guard let next = lines.first, next.indent > indent else {
          throw YAML.Failure(line: line.number, reason: "no value")
        }
        entries[name] = try block(indent: next.indent)
      } else {
        entries[name] = try scalar(rest, line.number)
      }
    }
    return .mapping(entries)
  }

  /// The key at the start of a line, and the text after the colon.
  private func key(_ text: Substring) -> (name: String, rest: Substring)? {
    guard !text.hasPrefix("[") else { return nil }
    let end: Substring.Index
    if text.hasPrefix("\"") {
      guard let quote = text.dropFirst().firstIndex(of: "\"") else { return nil }
      end = text.index(after: quote)
      guard text[end...].first == ":" else { return nil }
    } else {
      guard
        let colon = text.indices.first(where: { text[$0] == ":" && [nil, " "].contains(text[$0...].dropFirst().first) })
      else { return nil }
      end = colon
    }
    let name = text[..<end].filter { $0 != "\"" }
    return (name, text[end...].dropFirst().drop { $0 == " " })
  }

  private func scalar(_ text: Substring, _ line: Int) throws(YAML.Failure) -> YAML {
    if text.hasPrefix("[") {
      guard text.hasSuffix("]") else { throw YAML.Failure(line: line, reason: "flow sequence over several lines") }
      var elements: [YAML] = []
      for element in text.dropFirst().dropLast().split(separator: ",") {
        elements.append(try scalar(element.drop { $0 == " " }, line))
      }
      return .sequence(elements)
    }
    if text.hasPrefix("\"") {
      guard text.count > 1, text.hasSuffix("\"") else { throw YAML.Failure(line: line, reason: "open quote") }
      return .string(try unescaped(text.dropFirst().dropLast(), line))
    }
    if let first = text.first, "{&*!|>'%@`".contains(first) { throw YAML.Failure(line: line, reason: "unsupported") }
    if text.contains(" #") { throw YAML.Failure(line: line, reason: "comment after a value") }
    if let number = Int(text) { return .int(number) }
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null", "~", "": throw YAML.Failure(line: line, reason: "null")
    default: return .string(String(text))
    }
  }

  private func unescaped(_ text: Substring, _ line: Int) throws(YAML.Failure) -> String {
    var result = ""
    var rest = text
    while let character = rest.popFirst() {
      guard character == "\\" else {
        result.append(character)
        continue
      }
      guard let escaped = rest.popFirst(), "\"\\".contains(escaped) else {
        throw YAML.Failure(line: line, reason: "unsupported escape")
      }
      result.append(escaped)
    }
    return result
  }
}
