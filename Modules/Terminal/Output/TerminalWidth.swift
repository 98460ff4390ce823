extension Character {
  /// How many cells of a terminal the character takes: 0, 1 or 2.
  ///
  /// East Asian wide characters (Unicode Standard Annex #11) and emoji take two, also as a sequence. Combining marks that
  /// stand alone take none. A control character takes one, because it is shown as a picture of itself.
  public var terminalWidth: Int {
    if let ascii = utf8.first, ascii < 0x80, utf8.count == 1 { return 1 }
    var width = 0
    for scalar in unicodeScalars {
      // VARIATION SELECTOR-16 asks for the emoji.
      if scalar.value == 0xFE0F, width > 0 { return 2 }
      width += scalar.terminalWidth
      if width > 1 { return 2 }
    }
    return width
  }
}

extension StringProtocol {
  /// How many cells of a terminal the text takes in one row.
  public var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }
}

extension String {
  /// The text, or the beginning of it with an ellipsis, in at most so many cells of a terminal.
  package func cut(to cells: Int) -> String {
    guard terminalWidth > cells else { return self }
    return cells > 0 ? prefix(narrowerThan: cells, \.terminalWidth) + "…" : ""
  }
}

extension Collection {
  /// The longest beginning that takes fewer cells of a terminal than that.
  func prefix(narrowerThan cells: Int, _ width: (Element) -> Int) -> SubSequence {
    var taken = 0
    return prefix {
      taken += width($0)
      return taken < cells
    }
  }
}

extension Unicode.Scalar {
  fileprivate var terminalWidth: Int {
    // A text is written with visible controls, in which isolates alone are left.
    if beginsIsolate || endsIsolate { return 0 }
    if isControl || value == 0xAD { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The vowels and final consonants of a Hangul syllable join its first consonant.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return properties.isEmojiPresentation || Self.wideRanges.contains { $0.contains(value) } ? 2 : 1
  }

  /// The characters with the property East_Asian_Width W or F, without the emoji.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18CD5, 0x18CFF...0x18D1E, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}
