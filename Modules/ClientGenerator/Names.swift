/// Names that are told apart in one place of a source, such as the members of a class.
struct NamePool {
  private var taken: Set<String>

  init(reserved: Set<String> = []) { taken = reserved }

  /// The name that was asked for, or one like it that is not taken: `close_`, `close_2`.
  mutating func name(_ wanted: String, separator: String = "_") -> String {
    let others = (2...).lazy.map { "\(wanted)\(separator)\($0)" }
    let candidates = separator.isEmpty ? [wanted] : [wanted, wanted + separator]
    let name = candidates.first { !taken.contains($0) } ?? others.first { !taken.contains($0) } ?? wanted
    taken.insert(name)
    return name
  }

  /// The names in a source for names in JSON. One that needs no change keeps its name.
  mutating func names(for originals: [String], _ style: (String) -> String) -> [String: String] {
    var names: [String: String] = [:]
    let plain = originals.filter { style($0) == $0 }
    for original in plain + originals where names[original] == nil {
      names[original] = name(style(original))
    }
    return names
  }
}

extension String {
  /// The name of a type: `Shelf` for `shelf`, `QuoteMe` for `quote-me`.
  var typeName: String {
    let name = identifierParts.map(\.capitalizedFirst).joined()
    return name.isEmpty ? "Value" : name.startsWithDigit ? "N" + name : name
  }

  /// The name of a method or a variable in TypeScript: `quoteMe` for `quote-me`.
  var camelCase: String {
    let parts = identifierParts
    let name = (parts.prefix(1) + parts.dropFirst().map(\.capitalizedFirst)).joined()
    return name.isEmpty ? "value" : name.startsWithDigit ? "n" + name : name
  }

  /// The name of a method or a variable in Python: `product_id` for `productID`, `quote_me` for `quote-me`.
  var snakeCase: String {
    var words = ""
    let letters = Array(identifierParts.joined(separator: "_"))
    for (index, letter) in letters.enumerated() {
      let isStart =
        letter.isUppercase && index > 0 && letters[index - 1] != "_"
        && (!letters[index - 1].isUppercase || index + 1 < letters.count && letters[index + 1].isLowercase)
      words += (isStart ? "_" : "") + letter.lowercased()
    }
    return words.isEmpty ? "value" : words.startsWithDigit ? "n" + words : words
  }

  private var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  private var startsWithDigit: Bool { first?.isNumber == true }

  /// The parts between characters that no identifier has. The first does not begin with an underscore, which has a meaning
  /// of its own in both languages.
  private var identifierParts: [String] {
    let isPart = { (scalar: Unicode.Scalar) in
      scalar == "_" || scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
    let name = String(String.UnicodeScalarView(unicodeScalars.map { isPart($0) ? $0 : "-" }))
    return String(name.drop { $0 == "_" || $0 == "-" }).split(separator: "-").map(String.init)
  }

  /// A literal that both languages read as this text.
  var quoted: String {
    var literal = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      default:
        guard scalar.isInvisible else {
          literal.unicodeScalars.append(scalar)
          continue
        }
        let digits = String(scalar.value, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return "\"\(literal)\""
  }

  /// The lines of a text for people, without the characters that a reader of the source would not see.
  var lines: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.filter { !$0.isInvisible }))
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character, a separator of lines, or one that changes the direction of a text.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) || value == 0xFEFF
    }
  }
}
