import StandardIO

/// How the word before the cursor can continue.
public struct Completion: Equatable, Sendable {
  /// The length of the word, in characters.
  public var wordLength: Int
  /// The words that may stand in its place.
  public var candidates: [String]
  /// What candidates mean, in a few words, for a list of them.
  public var descriptions: [String: String]

  /// A completion.
  ///
  /// - Parameters:
  ///   - wordLength: the length of the word before the cursor, in characters.
  ///   - candidates: the words that may stand in its place.
  ///   - descriptions: what candidates mean, in a few words.
  public init(wordLength: Int, candidates: [String], descriptions: [String: String] = [:]) {
    self.wordLength = wordLength
    self.candidates = candidates
    self.descriptions = descriptions
  }

  /// The lines that list the candidates: in columns or, if some are described and each fits a row of its own, with their
  /// descriptions.
  func list(in size: TerminalSize) -> [String] {
    guard candidates.contains(where: { descriptions[$0] != nil }), candidates.count < size.rows - 1 else {
      return candidates.columns(width: size.columns)
    }
    let width = candidates.map(\.terminalWidth).max() ?? 0
    return candidates.map { word in
      let blanks = String(repeating: " ", count: width - word.terminalWidth + 2)
      let description = descriptions[word].map { blanks + $0.withVisibleControls } ?? ""
      return (word + description).cut(to: size.columns)
    }
  }

  /// The longest beginning that all candidates share.
  var commonPrefix: String {
    guard let first = candidates.first else { return "" }
    return candidates.dropFirst().reduce(first) { prefix, candidate in
      String(zip(prefix, candidate).prefix { $0 == $1 }.map(\.0))
    }
  }
}

extension [String] {
  /// The words in rows of equal columns, filled column by column, at most `width` cells wide.
  func columns(width: Int) -> [String] {
    let cell = (map(\.terminalWidth).max() ?? 0) + 2
    let columnCount = Swift.max(1, (width + 2) / cell)
    let rowCount = (count + columnCount - 1) / columnCount
    return (0..<rowCount).map { row in
      let words = stride(from: row, to: count, by: rowCount).map { self[$0] }
      return words.dropLast().map { $0 + String(repeating: " ", count: cell - $0.terminalWidth) }.joined()
        + (words.last ?? "")
    }
  }
}
