/// Which form of a sentence goes with a number: the rules of Unicode's CLDR, in all its languages.
public enum PluralRules {
  /// What a number is used for.
  public enum Kind: Hashable, Sendable {
    /// It counts: 1 file, 2 files.
    case cardinal
    /// It is a place in an order: 1st, 2nd.
    case ordinal
  }

  /// The category of a number in a language. A language without a rule has ``PluralCategory/other`` alone.
  public static func category(
    of number: PluralOperands, in language: Language, as kind: Kind = .cardinal
  ) -> PluralCategory {
    rules(kind, language)?.first { $0.rule.holds(for: number) }?.category ?? .other
  }

  /// The categories that a language has, apart from those of compact notations such as "1 million"; `nil` for a language
  /// without a rule.
  public static func categories(in language: Language, as kind: Kind = .cardinal)
    -> [PluralCategory]?
  {
    rules(kind, language).map { $0.map(\.category) + [.other] }
  }

  /// The languages that have rules for a kind of numbers, in alphabetical order.
  public static func languages(as kind: Kind = .cardinal) -> [Language] {
    table(kind).keys.sorted().compactMap { Language($0) }
  }

  private typealias Rules = [(category: PluralCategory, rule: PluralRule)]

  private static func rules(_ kind: Kind, _ language: Language) -> Rules? {
    let table = table(kind)
    if let rules = table[language.description] { return rules }
    // European Portuguese has rules of its own, which Angola shares.
    return LanguageSubtags(language).ancestors.lazy.compactMap { language in
      language.region.flatMap { table["\(language.language)-\($0)"] }
        ?? (language.region == nil ? table[language.language] : nil)
    }.first
  }

  private static func table(_ kind: Kind) -> [String: Rules] {
    switch kind {
    case .cardinal: cardinals
    case .ordinal: ordinals
    }
  }

  private static let cardinals = table(CLDR.cardinals)
  private static let ordinals = table(CLDR.ordinals)

  private static func table(_ text: String) -> [String: Rules] {
    var result: [String: Rules] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let rules: Rules = parts[0].split(separator: ";").compactMap { text in
        let words = text.split(separator: " ")
        guard words.count == 2 else { return nil }
        return PluralCategory(rawValue: String(words[0])).map { ($0, PluralRule(words[1])) }
      }
      for language in parts[1].split(separator: " ") { result[String(language)] = rules }
    }
    return result
  }
}
