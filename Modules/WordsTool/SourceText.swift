/// A text for people in Swift code: the first argument of a call of `Words.text` or `words.text`, or either one of a condition there, and
/// what the description of a screen says in words: a label, an example, a heading, and what stands in place of no rows.
struct SourceText: Hashable {
  /// The key in a catalogue.
  var key: String
  /// The English text, with its values as a catalogue writes them; `nil` where it is the key.
  var english: String?
  /// What helps the translator.
  var comment: String?
  /// The file, and the line in it, which counts from 1.
  var file: String
  var line: Int
}

extension SourceText {
  /// The texts in a file of Swift code.
  ///
  /// It looks for the call and reads string literals, and does not parse Swift. A call within a comment counts, too,
  /// unless the line begins with `//`.
  static func all(in code: String, file: String) -> [SourceText] {
    if file.hasSuffix(".html") { return PageTexts.all(in: code, file: file) }
    var reader = SourceReader(code, file: file)
    return reader.texts()
  }
}

/// Looks for texts in Swift code.
private struct SourceReader {
  private let code: [Character]
  private let file: String
  private var index = 0
  private var line = 1
  private var found: [SourceText] = []

  init(_ code: String, file: String) {
    self.code = Array(code)
    self.file = file
  }

  mutating func texts() -> [SourceText] {
    while index < code.count {
      if isAtLineComment {
        while index < code.count, !code[index].isNewline { index += 1 }
      } else if !skipCall() {
        advance()
      }
    }
    return found
  }

  /// What stands before a text for people: in code, and in the description of a screen.
  private static let calls = [
    "Words.text(", "words.text(", ".labelled(", ".prompting(", ".inSection(", "emptyText:",
  ]

  /// Reads a call up to what is behind its texts; `false` if there is none here.
  private mutating func skipCall() -> Bool {
    guard Self.calls.contains(where: { skip($0) }) else { return false }
    // A text may have others in its values, which come behind it.
    let place = found.count
    if let text = text() { found.insert(text, at: place) } else { skipChoice() }
    return true
  }

  /// Reads the texts of a condition as the first argument: `isOpen ? "Open" : "Closed"`.
  private mutating func skipChoice() {
    var depth = 1
    var isChoice = false
    while index < code.count {
      let line = line
      if starts("\"") || starts("#") {
        guard let text = literal() else {
          advance()
          continue
        }
        if isChoice, depth == 1 { found.append(SourceText(key: text, file: file, line: line)) }
        isChoice = false
        continue
      }
      if depth == 1, starts(",") || starts(")") { return }
      if skipCall() {
        depth += 1
        continue
      }
      switch code[index] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      if !code[index].isWhitespace { isChoice = code[index] == "?" || code[index] == ":" }
      advance()
    }
  }

  private var isAtLineComment: Bool {
    starts("//") && code[..<index].last { $0 != " " && $0 != "\t" }?.isNewline ?? true
  }

  /// Reads the arguments of a call; `nil` unless the first is a literal.
  private mutating func text() -> SourceText? {
    let line = line
    skipSpace()
    guard let english = literal() else { return nil }
    var text = SourceText(key: english, file: file, line: line)
    skipSpace()
    while skip(",") {
      skipSpace()
      if skip("key:") {
        skipSpace()
        guard let key = literal() else { break }
        text.key = key
        text.english = english
      } else if skip("comment:") {
        skipSpace()
        text.comment = literal()
      } else {
        break
      }
      skipSpace()
    }
    return text
  }

  /// Reads a string literal, with its values as specifiers; `nil` if there is none here.
  private mutating func literal() -> String? {
    let start = (index, line)
    var hashes = 0
    while skip("#") { hashes += 1 }
    let isLong = skip("\"\"\"")
    guard isLong || skip("\"") else {
      (index, line) = start
      return nil
    }
    let end = (isLong ? "\"\"\"" : "\"") + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    var result = ""
    while index < code.count, !skip(end) {
      if skip(escape + "(") {
        result += value()
      } else if skip(escape) {
        result += escaped()
      } else {
        if code[index] == "%" { result += "%" }
        result.append(code[index])
        advance()
      }
    }
    return isLong ? Self.unindented(result) : result
  }

  /// Reads a value up to its closing parenthesis.
  private mutating func value() -> String {
    skipSpace()
    let specifier = starts("count:") ? "%lld" : starts("number:") ? "%lf" : "%@"
    var depth = 1
    while index < code.count, depth > 0 {
      if starts("\"") || starts("#\"") {
        guard literal() == nil else { continue }
      }
      if skipCall() {
        depth += 1
        continue
      }
      if code[index] == "(" { depth += 1 }
      if code[index] == ")" { depth -= 1 }
      advance()
    }
    return specifier
  }

  private mutating func escaped() -> String {
    guard index < code.count else { return "" }
    let character = code[index]
    advance()
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "u": return scalar()
    case let character where character.isNewline:
      while index < code.count, code[index] == " " { index += 1 }
      return ""
    default: return String(character)
    }
  }

  /// Reads `{1F600}`.
  private mutating func scalar() -> String {
    guard skip("{") else { return "u" }
    var digits = ""
    while index < code.count, code[index] != "}" {
      digits.append(code[index])
      advance()
    }
    _ = skip("}")
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
  }

  /// The text of a literal of several lines, without the indentation of its last line.
  private static func unindented(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1 else { return text }
    let indentation = lines.removeLast()
    lines.removeFirst()
    return lines.map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }.joined(separator: "\n")
  }

  private mutating func skipSpace() {
    while index < code.count, code[index].isWhitespace { advance() }
  }

  private func starts(_ text: String) -> Bool { code[index...].starts(with: text) }

  private mutating func skip(_ text: String) -> Bool {
    guard starts(text) else { return false }
    for _ in text { advance() }
    return true
  }

  private mutating func advance() {
    if code[index].isNewline { line += 1 }
    index += 1
  }
}
