/// Makes texts that look translated: with accents, a third longer, and in brackets. A text without brackets does not come from
/// a catalogue; one that is cut off lacks its second bracket.
enum Pseudolanguage {
  /// The text with accents, and longer.
  static func text(_ english: FormatText) -> FormatText {
    var length = 0
    var parts = english.parts.map { part in
      guard case .literal(let text) = part else { return part }
      length += text.count
      return .literal(String(text.map { accented[$0] ?? $0 }))
    }
    if length > 0 { parts.append(.literal(" " + String(repeating: "~", count: (length + 2) / 3))) }
    return FormatText(parts: parts)
  }

  static func brackets(_ text: String) -> String { "[\(text)]" }

  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"))
}
