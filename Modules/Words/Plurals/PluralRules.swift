/// Which plural form of a sentence goes with a number. The rules are those of Unicode's CLDR, version 46, for cardinal numbers
/// in Arabic, Chinese, English, French, German, Hebrew, Japanese, Polish, Russian and Spanish.
public enum PluralRules {
  /// The category of a number in a language. A language without a rule here has ``PluralCategory/other`` alone.
  public static func category(of number: PluralOperands, in language: Language) -> PluralCategory {
    rules[language.code]?.category(number) ?? .other
  }

  /// The categories that a language has, apart from those of compact notations such as "1 million"; `nil` for a language
  /// without a rule here.
  public static func categories(in language: Language) -> [PluralCategory]? { rules[language.code]?.categories }

  /// The languages that have a rule here.
  public static var languages: [Language] { rules.keys.sorted().compactMap { Language($0) } }

  private struct Rule {
    let categories: [PluralCategory]
    let category: @Sendable (PluralOperands) -> PluralCategory
  }

  private static let rules: [String: Rule] = [
    "ar": Rule(categories: PluralCategory.allCases, category: arabic),
    "de": Rule(categories: [.one, .other], category: oneWithoutFraction),
    "en": Rule(categories: [.one, .other], category: oneWithoutFraction),
    "es": Rule(categories: [.one, .many, .other], category: spanish),
    "fr": Rule(categories: [.one, .many, .other], category: french),
    "he": Rule(categories: [.one, .two, .other], category: hebrew),
    "ja": Rule(categories: [.other], category: { _ in .other }),
    "pl": Rule(categories: [.one, .few, .many, .other], category: polish),
    "ru": Rule(categories: [.one, .few, .many, .other], category: russian),
    "zh": Rule(categories: [.other], category: { _ in .other }),
  ]

  @Sendable private static func oneWithoutFraction(_ number: PluralOperands) -> PluralCategory {
    number.integer == 1 && number.visibleFractionDigits == 0 ? .one : .other
  }

  @Sendable private static func spanish(_ number: PluralOperands) -> PluralCategory {
    if number.integer == 1, number.isInteger { return .one }
    return isWholeMillions(number) ? .many : .other
  }

  @Sendable private static func french(_ number: PluralOperands) -> PluralCategory {
    if number.integer <= 1 { return .one }
    return isWholeMillions(number) ? .many : .other
  }

  /// Spanish and French write "1 000 000 de livres".
  private static func isWholeMillions(_ number: PluralOperands) -> Bool {
    number.integer != 0 && number.integer.isMultiple(of: 1_000_000) && number.visibleFractionDigits == 0
  }

  @Sendable private static func hebrew(_ number: PluralOperands) -> PluralCategory {
    let hasFraction = number.visibleFractionDigits > 0
    if number.integer == 1, !hasFraction { return .one }
    if number.integer == 0, hasFraction { return .one }
    return number.integer == 2 && !hasFraction ? .two : .other
  }

  @Sendable private static func arabic(_ number: PluralOperands) -> PluralCategory {
    guard number.isInteger else { return .other }
    switch number.integer {
    case 0: return .zero
    case 1: return .one
    case 2: return .two
    default:
      switch number.integer % 100 {
      case 3...10: return .few
      case 11...99: return .many
      default: return .other
      }
    }
  }

  @Sendable private static func polish(_ number: PluralOperands) -> PluralCategory {
    guard number.visibleFractionDigits == 0 else { return .other }
    if number.integer == 1 { return .one }
    return endsLikeTwoToFour(number) ? .few : .many
  }

  @Sendable private static func russian(_ number: PluralOperands) -> PluralCategory {
    guard number.visibleFractionDigits == 0 else { return .other }
    if number.integer % 10 == 1, number.integer % 100 != 11 { return .one }
    return endsLikeTwoToFour(number) ? .few : .many
  }

  private static func endsLikeTwoToFour(_ number: PluralOperands) -> Bool {
    (2...4).contains(number.integer % 10) && !(12...14).contains(number.integer % 100)
  }
}
