import Synchronization

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
  package static func categories(in language: Language, as kind: Kind = .cardinal) -> [PluralCategory]? {
    rules(kind, language).map { $0.map(\.category) + [.other] }
  }

  /// The languages that have rules for a kind of numbers, in alphabetical order.
  public static func languages(as kind: Kind = .cardinal) -> [Language] {
    table(kind).keys.sorted().compactMap { Language(String($0)) }
  }

  private struct Rule: Sendable {
    var category: PluralCategory
    var rule: PluralRule
  }

  private struct Key: Hashable {
    var kind: Kind
    var language: Language
  }

  /// The rules that were asked for.
  private static let known = Mutex<[Key: [Rule]?]>([:])

  private static func rules(_ kind: Kind, _ language: Language) -> [Rule]? {
    let key = Key(kind: kind, language: language)
    if let rules = known.withLock({ $0[key] }) { return rules }
    let rules = text(table(kind), language).map { text in
      text.split(separator: ";").compactMap { text -> Rule? in
        let words = text.split(separator: " ")
        guard words.count == 2, let category = PluralCategory(rawValue: String(words[0])) else { return nil }
        return Rule(category: category, rule: PluralRule(words[1]))
      }
    }
    known.withLock {
      // NB: a client may ask for any number of languages.
      if $0.count >= 64 { $0 = [:] }
      $0[key] = .some(rules)
    }
    return rules
  }

  /// The rules of a language. European Portuguese has rules of its own, which Angola shares.
  private static func text(_ table: [Substring: Substring], _ language: Language) -> Substring? {
    if let text = table[language.description[...]] { return text }
    return LanguageSubtags(language).ancestors.lazy.compactMap { language in
      guard let region = language.region else { return table[language.language[...]] }
      return table["\(language.language)-\(region)"]
    }.first
  }

  private static func table(_ kind: Kind) -> [Substring: Substring] {
    switch kind {
    case .cardinal: cardinals
    case .ordinal: ordinals
    }
  }

  private static let cardinals = table(CLDR.cardinals)
  private static let ordinals = table(CLDR.ordinals)

  /// The rules by their languages.
  private static func table(_ text: String) -> [Substring: Substring] {
    var result: [Substring: Substring] = [:]
    // NB: bytes, because a program that starts waits for it, and characters take ten times as long.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      for language in parts[1].split(separator: UInt8(ascii: " ")) { result[Substring(language)] = Substring(parts[0]) }
    }
    return result
  }
}
