/// A language as BCP 47 writes it, such as `de`, `pt-BR` or `zh-Hant`.
///
/// ```swift
/// let language = Language("de_AT") ?? .english
/// print(language, language.fallbacks)  // de-AT [de-AT, de]
/// ```
public struct Language: Hashable, Sendable, CustomStringConvertible {
  /// The tag, with hyphens, and with upper and lower case as BCP 47 recommends.
  public let description: String

  /// English, in which the texts stand in the code.
  public static let english = Language(tag: "en")
  /// The pseudo-language, which shows each text from a catalogue longer, with accents, and in brackets. What stands without
  /// brackets on a screen comes from no catalogue.
  public static let pseudo = Language(tag: "en-XA")

  /// Creates a language from a tag with hyphens or underscores; `nil` if it is not well-formed.
  public init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(\.isLatinLetter) else { return nil }
    var result = [first.lowercased()]
    for part in parts.dropFirst() {
      guard (1...8).contains(part.count), part.allSatisfy({ $0.isLatinLetter || $0.isDigit }) else { return nil }
      // What is behind a single character is an extension, without scripts and regions.
      let isExtension = result.contains { $0.count == 1 }
      result.append(isExtension ? part.lowercased() : Self.normalized(part, at: result.count))
    }
    description = result.joined(separator: "-")
  }

  /// Creates a language from the value of `LC_ALL`, `LC_MESSAGES` or `LANG`, such as `de_AT.UTF-8` or `sr_RS@latin`; `nil` for `C`, `POSIX`
  /// and what is not well-formed.
  public init?(posix text: String) {
    let name = text.prefix { $0 != "." && $0 != "@" }
    guard name != "C", name != "POSIX" else { return nil }
    let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]
    let modifier = text.firstIndex(of: "@").map { String(text[text.index(after: $0)...]) }
    guard let script = modifier.flatMap({ scripts[$0] }), let end = name.firstIndex(of: "_") else {
      self.init(String(name))
      return
    }
    self.init(name[..<end] + "_" + script + name[end...])
  }

  private init(tag: String) { description = tag }

  /// Writes a part of a tag: a script with a capital letter, a region in capitals, anything else in small letters.
  private static func normalized(_ part: Substring, at index: Int) -> String {
    let isFirstOrSecond = index <= 2
    if isFirstOrSecond, part.count == 4, part.allSatisfy(\.isLatinLetter) {
      return part.prefix(1).uppercased() + part.dropFirst().lowercased()
    }
    if isFirstOrSecond, part.count == 2 { return part.uppercased() }
    return part.lowercased()
  }

  /// The first part of the tag: `pt` of `pt-BR`.
  public var code: String { String(description.prefix { $0 != "-" }) }

  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool {
    guard self != .english else { return false }
    return LanguageSubtags(self).script.map { Self.rightToLeftScripts.contains($0) } ?? false
  }

  private static let rightToLeftScripts: Set = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
  ]
}

extension Character {
  fileprivate var isLatinLetter: Bool { isASCII && isLetter }
  fileprivate var isDigit: Bool { isASCII && isNumber }
}
