extension String {
  /// Whether a name has characters that its reader does not see. This is the one rule for the names of people and accounts.
  ///
  /// Control and format characters are invisible, and so are those that Unicode has not assigned. A joiner (U+200C, U+200D) is
  /// visible where it changes how letters are written, as in Persian and Hindi (UAX 31, section 2.3), and between two emoji.
  var hasInvisibleCharacters: Bool {
    let scalars = Array(unicodeScalars)
    return scalars.indices.contains { index in
      switch scalars[index].properties.generalCategory {
      case .format: !isVisibleJoiner(index, in: scalars)
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
      default: false
      }
    }
  }
}

private let nonJoiner: Unicode.Scalar = "\u{200C}"
private let joiner: Unicode.Scalar = "\u{200D}"

private func isVisibleJoiner(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
  let before = scalars[..<index]
  let after = scalars[(index + 1)...]
  switch scalars[index] {
  case nonJoiner: return breaksCursiveConnection(before, after) || before.endsWithVirama && after.startsWithLetter
  case joiner:
    let isInConjunct = before.endsWithVirama && after.first?.isDependentVowel != true
    return isInConjunct || before.endsWithEmoji && after.first?.isEmoji == true
  default: return false
  }
}

/// Rule A1: the letters on both sides would be connected without the character between them.
private func breaksCursiveConnection(_ before: ArraySlice<Unicode.Scalar>, _ after: ArraySlice<Unicode.Scalar>) -> Bool
{
  guard let previous = before.last(where: { !$0.isTransparent }), let next = after.first(where: { !$0.isTransparent })
  else { return false }
  return Joining.joinsNext.contains(previous) && Joining.joinsPrevious.contains(next)
}

extension ArraySlice<Unicode.Scalar> {
  /// Rules A2 and B: a letter, and behind it a virama, with marks around it.
  fileprivate var endsWithVirama: Bool {
    var hasVirama = false
    for scalar in reversed() {
      switch scalar.properties.canonicalCombiningClass {
      case .virama: hasVirama = true
      case .notReordered where !scalar.isMark: return hasVirama && scalar.properties.isAlphabetic
      default: if !hasVirama, scalar.properties.canonicalCombiningClass == .notReordered { return false }
      }
    }
    return false
  }

  /// Whether the next scalar, marks of a class aside, is a letter.
  fileprivate var startsWithLetter: Bool {
    first { $0.properties.canonicalCombiningClass == .notReordered }?.properties.isAlphabetic ?? false
  }

  /// Whether an emoji ends here, perhaps with the colour of a skin or the choice of its presentation.
  fileprivate var endsWithEmoji: Bool {
    last { $0.value != 0xFE0F && !$0.properties.isEmojiModifier }?.isEmoji ?? false
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether the shape of a letter next to the scalar passes over it (Joining_Type=Transparent).
  fileprivate var isTransparent: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    case .format: self != nonJoiner && self != joiner
    default: false
    }
  }

  /// Whether the scalar is the sign of a vowel behind a consonant.
  fileprivate var isDependentVowel: Bool { isMark && properties.canonicalCombiningClass == .notReordered }

  fileprivate var isEmoji: Bool { !isASCII && properties.isEmoji }
}

/// The property Joining_Type (Unicode 14), which the standard library does not have.
private enum Joining {
  /// The letters that connect to the next one: dual-joining and left-joining.
  static let joinsNext = ScalarRanges([
    0x620...0x620, 0x626...0x626, 0x628...0x628, 0x62A...0x62E, 0x633...0x63F, 0x641...0x647, 0x649...0x64A,
    0x66E...0x66F, 0x678...0x687, 0x69A...0x6BF, 0x6C1...0x6C2, 0x6CC...0x6CC, 0x6CE...0x6CE, 0x6D0...0x6D1,
    0x6FA...0x6FC, 0x6FF...0x6FF, 0x712...0x714, 0x71A...0x71D, 0x71F...0x727, 0x729...0x729, 0x72B...0x72B,
    0x72D...0x72E, 0x74E...0x758, 0x75C...0x76A, 0x76D...0x770, 0x772...0x772, 0x775...0x777, 0x77A...0x77F,
    0x7CA...0x7EA, 0x841...0x845, 0x848...0x848, 0x84A...0x853, 0x855...0x855, 0x860...0x860, 0x862...0x865,
    0x868...0x868, 0x886...0x886, 0x889...0x88D, 0x8A0...0x8A9, 0x8AF...0x8B0, 0x8B3...0x8B8, 0x8BA...0x8C8,
    0x1807...0x1807, 0x1820...0x1878, 0x1887...0x18A8, 0x18AA...0x18AA, 0xA840...0xA872, 0x10AC0...0x10AC4,
    0x10ACD...0x10ACD, 0x10AD3...0x10ADC, 0x10ADE...0x10AE0, 0x10AEB...0x10AEE, 0x10B80...0x10B80, 0x10B82...0x10B82,
    0x10B86...0x10B88, 0x10B8A...0x10B8B, 0x10B8D...0x10B8D, 0x10B90...0x10B90, 0x10BAD...0x10BAE, 0x10D00...0x10D21,
    0x10D23...0x10D23, 0x10F30...0x10F32, 0x10F34...0x10F44, 0x10F51...0x10F53, 0x10F70...0x10F73, 0x10F76...0x10F81,
    0x10FB0...0x10FB0, 0x10FB2...0x10FB3, 0x10FB8...0x10FB8, 0x10FBB...0x10FBC, 0x10FBE...0x10FBF, 0x10FC1...0x10FC1,
    0x10FC4...0x10FC4, 0x10FCA...0x10FCB, 0x1E900...0x1E943,
  ])

  /// The letters that connect to the previous one: dual-joining and right-joining.
  static let joinsPrevious = ScalarRanges([
    0x620...0x620, 0x622...0x63F, 0x641...0x64A, 0x66E...0x66F, 0x671...0x673, 0x675...0x6D3, 0x6D5...0x6D5,
    0x6EE...0x6EF, 0x6FA...0x6FC, 0x6FF...0x6FF, 0x710...0x710, 0x712...0x72F, 0x74D...0x77F, 0x7CA...0x7EA,
    0x840...0x858, 0x860...0x860, 0x862...0x865, 0x867...0x86A, 0x870...0x882, 0x886...0x886, 0x889...0x88E,
    0x8A0...0x8AC, 0x8AE...0x8C8, 0x1807...0x1807, 0x1820...0x1878, 0x1887...0x18A8, 0x18AA...0x18AA, 0xA840...0xA871,
    0x10AC0...0x10AC5, 0x10AC7...0x10AC7, 0x10AC9...0x10ACA, 0x10ACE...0x10AD6, 0x10AD8...0x10AE1, 0x10AE4...0x10AE4,
    0x10AEB...0x10AEF, 0x10B80...0x10B91, 0x10BA9...0x10BAE, 0x10D01...0x10D23, 0x10F30...0x10F44, 0x10F51...0x10F54,
    0x10F70...0x10F81, 0x10FB0...0x10FB0, 0x10FB2...0x10FB6, 0x10FB8...0x10FBF, 0x10FC1...0x10FC4, 0x10FC9...0x10FCA,
    0x1E900...0x1E943,
  ])
}

/// Scalars as sorted ranges.
private struct ScalarRanges: Sendable {
  private let ranges: [ClosedRange<UInt32>]

  init(_ ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

  func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }
}
