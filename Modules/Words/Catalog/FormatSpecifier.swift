/// How a value in a text is written: the `%05.1lf` of C, without its position.
struct FormatSpecifier: Hashable, Sendable {
  /// The letter that ends it.
  var conversion: Character
  /// Signs before the width, such as `-` and `0`.
  var flags: Set<Character> = []
  /// The least number of characters; 0 for any.
  var width = 0
  /// The fraction digits of a number, the least digits of an integer, or the most characters of a text.
  var precision: Int?
  /// Whether a value has 64 bits, as with `%llx`; it has 32 with `%x`.
  var isLong = false

  /// What a value is that it writes.
  var kind: ArgumentKind {
    switch conversion {
    case "@", "s", "S": .text
    case "f", "F", "g", "G", "e", "E": .number
    default: .integer
    }
  }

  /// The letters that can be read. `%n` writes to memory, `%p` and `%a` are for no person.
  static let conversions: Set<Character> = Set("@sSdDiuUxXoOcCfFgGeE")

  /// A value as the code writes it.
  static func plain(_ kind: ArgumentKind) -> FormatSpecifier {
    switch kind {
    case .text: FormatSpecifier(conversion: "@")
    case .integer: FormatSpecifier(conversion: "d", isLong: true)
    case .number: FormatSpecifier(conversion: "f", isLong: true)
    }
  }

  /// Whether it leaves the value as the code writes it.
  var isPlain: Bool {
    flags.isSubset(of: ["#", "'", "-"]) && width == 0 && precision == nil && !"xXoOcC".contains(conversion)
  }

  /// An integer in a notation that is the same in each language; `nil` for a decimal number.
  func notation(of number: Int) -> String? {
    let bits = isLong ? UInt64(bitPattern: Int64(number)) : UInt64(UInt32(truncatingIfNeeded: number))
    let prefix = flags.contains("#") && number != 0
    switch conversion {
    case "x": return (prefix ? "0x" : "") + digits(String(bits, radix: 16))
    case "X": return (prefix ? "0X" : "") + digits(String(bits, radix: 16, uppercase: true))
    case "o", "O": return (prefix ? "0" : "") + digits(String(bits, radix: 8))
    case "c", "C": return String(UInt32(exactly: number).flatMap(Unicode.Scalar.init).map(Character.init) ?? "\u{FFFD}")
    default: return nil
    }
  }

  private func digits(_ text: String) -> String {
    String(repeating: "0", count: max(0, (precision ?? zeros ?? 0) - text.count)) + text
  }

  /// How many digits an integer has at least, where zeros fill the width.
  var zeros: Int? { flags.contains("0") && !flags.contains("-") && width > 0 ? width : nil }

  /// A text with blanks up to the width.
  func padded(_ text: String) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return flags.contains("-") ? text + blanks : blanks + text
  }
}
