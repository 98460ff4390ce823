import Streams

/// The reason why a text is not a marble diagram.
public struct MarbleSyntaxError: Error, Equatable, CustomStringConvertible {
  /// The line of the error, counted from 1.
  public let line: Int
  /// The column of the error, counted from 1.
  public let column: Int
  /// What is wrong, such as "a demand is at least 1".
  public let reason: String

  /// The position and the reason: "line 1, column 9: a demand is at least 1".
  public var description: String { "line \(line), column \(column): \(reason)" }
}

/// Parses one row of a diagram.
struct MarbleParser {
  private let line: Int
  private let characters: [Character]
  private var position = 0
  private var kind = MarbleRowKind.input
  private var hasEnded = false

  init(_ text: some StringProtocol, line: Int) {
    characters = Array(text)
    self.line = line
  }

  mutating func row() throws(MarbleSyntaxError) -> MarbleRow {
    let name = try rowName()
    kind = MarbleRowKind(name)
    var frames: [[MarbleSymbol]] = []
    while let character = next() {
      switch character {
      case " ": continue
      case "-": frames.append([])
      case "(": frames.append(try group())
      default: frames.append([try symbol(character)])
      }
    }
    return MarbleRow(name, frames: frames)
  }

  private mutating func rowName() throws(MarbleSyntaxError) -> String {
    guard let colon = characters.firstIndex(of: ":") else {
      throw error("a row is a name, a colon and marbles", at: 0)
    }
    let name = characters[..<colon].filter { $0 != " " }
    guard !name.isEmpty else { throw error("a row needs a name before its colon", at: colon) }
    position = colon + 1
    return String(name)
  }

  private mutating func group() throws(MarbleSyntaxError) -> [MarbleSymbol] {
    let start = position - 1
    var symbols: [MarbleSymbol] = []
    while let character = next() {
      switch character {
      case " ": continue
      case ")":
        guard !symbols.isEmpty else { throw error("a group must hold something", at: start) }
        return symbols
      case "(", "-": throw error("\"\(character)\" cannot be inside a group, which is one frame")
      default: symbols.append(try symbol(character))
      }
    }
    throw error("the group that begins here has no \")\"", at: start)
  }

  private mutating func symbol(_ character: Character) throws(MarbleSyntaxError) -> MarbleSymbol {
    guard !hasEnded else { throw error("nothing may follow the end") }
    let start = position - 1
    let symbol: MarbleSymbol?
    switch kind {
    case .input, .result: symbol = try event(character)
    case .demand: symbol = try demand(character).map(MarbleSymbol.demand)
    case .cancel: symbol = character == "!" ? .cancel : nil
    case .upstream: symbol = try upstream(character)
    }
    guard let symbol else { throw error("\"\(character)\" means nothing in \(kind.title)", at: start) }
    hasEnded = symbol.isEnd || symbol == .cancel && kind == .cancel
    return symbol
  }

  private mutating func event(_ character: Character) throws(MarbleSyntaxError) -> MarbleSymbol? {
    switch character {
    case "|": .finish
    case "#": .failure
    case "[": .value(try bracket())
    case ")", "]", "^", "!", "*", "+": nil
    default: .value(String(character))
    }
  }

  private mutating func upstream(_ character: Character) throws(MarbleSyntaxError) -> MarbleSymbol? {
    switch character {
    case "^": return .subscribe
    case "!": return .cancel
    case "+":
      guard let next = next(), let more = try demand(next) else { throw error("\"+\" stands before a demand") }
      return .additional(more)
    default: return try demand(character).map(MarbleSymbol.demand)
    }
  }

  private mutating func demand(_ character: Character) throws(MarbleSyntaxError) -> Subscribers.Demand? {
    let start = position - 1
    if character == "*" { return .unlimited }
    let text = character == "[" ? try bracket() : String(character)
    guard let count = Int(text) else { return nil }
    guard count > 0 else { throw error("a demand is at least 1", at: start) }
    return .max(count)
  }

  private mutating func bracket() throws(MarbleSyntaxError) -> String {
    let start = position - 1
    guard let end = characters[position...].firstIndex(of: "]") else {
      throw error("the bracket that begins here has no \"]\"", at: start)
    }
    defer { position = end + 1 }
    return String(characters[position..<end])
  }

  private mutating func next() -> Character? {
    guard position < characters.count else { return nil }
    defer { position += 1 }
    return characters[position]
  }

  private func error(_ reason: String, at index: Int? = nil) -> MarbleSyntaxError {
    MarbleSyntaxError(line: line, column: (index ?? position - 1) + 1, reason: reason)
  }
}

extension MarbleRowKind {
  fileprivate var title: String {
    switch self {
    case .input, .result: "a row of values"
    case .demand: "a row of demand"
    case .cancel: "the row of cancel"
    case .upstream: "an upstream row"
    }
  }
}
