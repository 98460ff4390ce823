extension String {
  /// Whether it has characters that are written from right to left, or that turn the direction.
  var turnsDirection: Bool {
    // NB: each text of a front comes by here. The first such character, U+0590, begins with the byte D6.
    utf8.contains { $0 >= 0xD6 } && unicodeScalars.contains(where: \.turnsDirection)
  }

  /// The text between the marks of an isolate, which nothing in it can end or outlast. An isolate ends with its line.
  var isolated: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      var depth = 0
      var result = String.UnicodeScalarView()
      for scalar in line.unicodeScalars {
        switch scalar.value {
        case 0x2066...0x2068: depth += 1
        case 0x2069 where depth == 0: continue
        case 0x2069: depth -= 1
        default: break
        }
        result.append(scalar)
      }
      return "\u{2068}" + String(result) + String(repeating: "\u{2069}", count: depth + 1)
    }.joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  fileprivate var turnsDirection: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    // Marks, embeddings, overrides and isolates.
    case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
