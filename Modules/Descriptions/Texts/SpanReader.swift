/// Reads emphasis, code and links of a text, in one pass.
struct SpanReader {
  private let text: [Character]
  /// For each position, where the next `](` begins, and the next `)`: an index into ``text``, or its count.
  private let nextLink: [Int]
  private let nextParenthesis: [Int]
  private let lastClosings: [Closing: Int]
  private var index = 0
  private var spans: [RichText.Span] = []
  private var style = RichText.Span("")

  /// The parts of a text.
  static func spans(_ text: String) -> [RichText.Span] {
    var reader = SpanReader(Array(text))
    while reader.index < reader.text.count { reader.readNext() }
    return reader.spans
  }

  private init(_ text: [Character]) {
    self.text = text
    var nextLink = Array(repeating: text.count, count: text.count + 1)
    var nextParenthesis = nextLink
    for index in text.indices.reversed() {
      let isLink = text[index] == "]" && index + 1 < text.count && text[index + 1] == "("
      nextLink[index] = isLink ? index : nextLink[index + 1]
      nextParenthesis[index] = text[index] == ")" ? index : nextParenthesis[index + 1]
    }
    self.nextLink = nextLink
    self.nextParenthesis = nextParenthesis
    lastClosings = Self.lastClosings(text)
  }

  private mutating func readNext() {
    switch text[index] {
    case "\\" where index + 1 < text.count && (text[index + 1].isPunctuation || text[index + 1].isSymbol):
      append(text[index + 1])
      index += 2
    case "`": readCode()
    case "[": readLink()
    case "*", "_": readEmphasis()
    default:
      append(text[index])
      index += 1
    }
  }

  private mutating func append(_ text: some CustomStringConvertible) {
    if let last = spans.indices.last, spans[last].hasStyle(of: style) {
      spans[last].text += text.description
    } else {
      style.text = text.description
      spans.append(style)
    }
  }

  private mutating func readCode() {
    guard let end = text[(index + 1)...].firstIndex(of: "`"), end > index + 1 else {
      append("`")
      index += 1
      return
    }
    let outer = style
    style.isCode = true
    append(String(text[(index + 1)..<end]))
    style = outer
    index = end + 1
  }

  private mutating func readLink() {
    let middle = nextLink[index]
    guard style.link == nil, middle < text.count, nextParenthesis[middle] < text.count else {
      append("[")
      index += 1
      return
    }
    let end = nextParenthesis[middle]
    let words = String(text[(index + 1)..<middle])
    let outer = style
    style.link = Link(String(text[(middle + 2)..<end]))
    append(words)
    style = outer
    index = end + 1
  }

  private mutating func readEmphasis() {
    let mark = text[index]
    let isStrong = index + 1 < text.count && text[index + 1] == mark
    let length = isStrong ? 2 : 1
    let before = index > 0 ? text[index - 1] : " "
    let after = index + length < text.count ? text[index + length] : " "
    let isOpen = isStrong ? style.isStrong : style.isEmphasized
    // An underscore within a word is part of it, as in `file_name`.
    let isInWord = mark == "_" && before.isLetterOrNumber && after.isLetterOrNumber
    if isOpen ? before.isWhitespace || isInWord : after.isWhitespace || isInWord || !isClosed(mark, length) {
      append(String(repeating: mark, count: length))
    } else if isStrong {
      style.isStrong.toggle()
    } else {
      style.isEmphasized.toggle()
    }
    index += length
  }

  /// Whether a mark that opens at the index is closed later.
  private func isClosed(_ mark: Character, _ length: Int) -> Bool {
    (lastClosings[Closing(mark: mark, length: length)] ?? 0) > index + length
  }

  /// Where each mark closes for the last time.
  private static func lastClosings(_ text: [Character]) -> [Closing: Int] {
    var result: [Closing: Int] = [:]
    var run = 0
    for (position, character) in text.enumerated() where character == "*" || character == "_" {
      run = position > 0 && text[position - 1] == character ? run + 1 : 1
      let isLast = position + 1 == text.count || text[position + 1] != character
      guard isLast, position >= run, !text[position - run].isWhitespace else { continue }
      for length in 1...2 where run == length || run > 2 {
        result[Closing(mark: character, length: length)] = position
      }
    }
    return result
  }

  private struct Closing: Hashable {
    let mark: Character
    let length: Int
  }
}

extension RichText.Span {
  fileprivate func hasStyle(of other: RichText.Span) -> Bool {
    isEmphasized == other.isEmphasized && isStrong == other.isStrong && isCode == other.isCode && link == other.link
  }
}

extension Character {
  fileprivate var isLetterOrNumber: Bool { isLetter || isNumber }
}
