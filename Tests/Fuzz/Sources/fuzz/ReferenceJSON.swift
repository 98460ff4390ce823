/// JSON read the plain way: by recursion, into a tree, one byte after the other. It shares no line with the scanner
/// that it is held against.
struct ReferenceJSON {
  /// A value, with the text that it was written as.
  struct Value {
    enum Content {
      case string([UInt8])
      case array([Value])
      case object([(name: [UInt8], value: Value)])
      case null, bool, number
    }

    let content: Content
    let text: ArraySlice<UInt8>

    func member(_ name: String) -> Value? {
      guard case .object(let members) = content else { return nil }
      return members.first { $0.name == Array(name.utf8) }?.value
    }
  }

  enum Outcome {
    case value(Value)
    case illegal, tooDeep, duplicateKey
  }

  private enum ParseError: Error {
    case illegal
    /// The text is over where a value goes on.
    case cut
  }

  private let text: ArraySlice<UInt8>
  private var at: Int
  private var depth = 0
  private var deepest = 0
  private var hasDuplicate = false

  private static let depthLimit = 64

  static func read(_ text: ArraySlice<UInt8>) -> Outcome {
    var reader = ReferenceJSON(text: text, at: text.startIndex)
    do throws(ParseError) {
      let value = try reader.value()
      reader.skipSpace()
      if reader.at < text.endIndex { return .illegal }
      if reader.deepest > depthLimit { return .tooDeep }
      return reader.hasDuplicate ? .duplicateKey : .value(value)
    } catch {
      return error == .cut && reader.depth > depthLimit ? .tooDeep : .illegal
    }
  }

  private func byte() throws(ParseError) -> UInt8 {
    guard at < text.endIndex else { throw .cut }
    return text[at]
  }

  private mutating func take() throws(ParseError) -> UInt8 {
    let byte = try byte()
    at += 1
    return byte
  }

  private mutating func take(_ expected: Character) throws(ParseError) {
    guard try byte() == expected.asciiValue else { throw .illegal }
    at += 1
  }

  private mutating func skipSpace() {
    while at < text.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
  }

  private mutating func value() throws(ParseError) -> Value {
    skipSpace()
    let start = at
    let content: Value.Content
    switch Character(Unicode.Scalar(try byte())) {
    case "{": content = try object()
    case "[": content = try array()
    case "\"": content = .string(try string())
    case "t": content = try word("true", .bool)
    case "f": content = try word("false", .bool)
    case "n": content = try word("null", .null)
    default: content = try number()
    }
    return Value(content: content, text: text[start..<at])
  }

  private mutating func word(_ word: String, _ content: Value.Content) throws(ParseError) -> Value.Content {
    for letter in word { try take(letter) }
    return content
  }

  private mutating func enter() {
    at += 1
    depth += 1
    deepest = max(deepest, depth)
    skipSpace()
  }

  private mutating func leave() {
    at += 1
    depth -= 1
  }

  private mutating func array() throws(ParseError) -> Value.Content {
    var elements: [Value] = []
    enter()
    if try byte() != 0x5D {
      while true {
        elements.append(try value())
        skipSpace()
        if try byte() == 0x5D { break }
        try take(",")
      }
    }
    leave()
    return .array(elements)
  }

  private mutating func object() throws(ParseError) -> Value.Content {
    var members: [(name: [UInt8], value: Value)] = []
    enter()
    if try byte() != 0x7D {
      while true {
        skipSpace()
        if try byte() != 0x22 { throw .illegal }
        let name = try string()
        skipSpace()
        try take(":")
        if members.contains(where: { $0.name == name }) { hasDuplicate = true }
        members.append((name, try value()))
        skipSpace()
        if try byte() == 0x7D { break }
        try take(",")
      }
    }
    leave()
    return .object(members)
  }

  private mutating func number() throws(ParseError) -> Value.Content {
    if try byte() == 0x2D { at += 1 }
    if try byte() == 0x30 { at += 1 } else { try digits() }
    if at < text.endIndex, text[at] == 0x2E {
      at += 1
      try digits()
    }
    if at < text.endIndex, text[at] == 0x65 || text[at] == 0x45 {
      at += 1
      if at < text.endIndex, text[at] == 0x2B || text[at] == 0x2D { at += 1 }
      try digits()
    }
    return .number
  }

  private mutating func digits() throws(ParseError) {
    guard 0x30...0x39 ~= (try byte()) else { throw .illegal }
    while at < text.endIndex, 0x30...0x39 ~= text[at] { at += 1 }
  }

  /// A string's content in UTF-8. Swift's own decoder says what UTF-8 is.
  private mutating func string() throws(ParseError) -> [UInt8] {
    try take("\"")
    var content: [UInt8] = []
    var run = at
    while true {
      // Invalid UTF-8 is an error, also at the end of the text: the next line's bytes do not complete it.
      let isOver = at == text.endIndex
      if isOver || text[at] == 0x22 || text[at] == 0x5C || text[at] < 0x20 {
        guard String(validating: text[run..<at], as: UTF8.self) != nil else { throw .illegal }
        content += text[run..<at]
      }
      let byte = try take()
      if byte == 0x22 { return content }
      if byte < 0x20 { throw .illegal }
      if byte == 0x5C {
        content += try escape()
        run = at
      }
    }
  }

  private mutating func escape() throws(ParseError) -> [UInt8] {
    switch Character(Unicode.Scalar(try take())) {
    case "\"": return [0x22]
    case "\\": return [0x5C]
    case "/": return [0x2F]
    case "b": return [0x08]
    case "f": return [0x0C]
    case "n": return [0x0A]
    case "r": return [0x0D]
    case "t": return [0x09]
    case "u": break
    default: throw .illegal
    }
    let unit = try codeUnit()
    if UTF16.isTrailSurrogate(unit) { throw .illegal }
    var units = [unit]
    if UTF16.isLeadSurrogate(unit) {
      try take("\\")
      try take("u")
      units.append(try codeUnit())
      guard UTF16.isTrailSurrogate(units[1]) else { throw .illegal }
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func codeUnit() throws(ParseError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try take())).hexDigitValue else { throw .illegal }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
