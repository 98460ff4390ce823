extension Language {
  /// The language and what stands for it where it is missing, the nearest first, as CLDR has it: `es-MX`, `es-419`, `es`.
  public var fallbacks: [Language] {
    [self] + LanguageSubtags(self).ancestors.dropFirst().compactMap { Language($0.tag) }
  }

  /// The available languages for a person who wants this one, the best first.
  ///
  /// First come the language itself and what stands for it, then others of the same language and script, and at last the other
  /// script of Chinese and Serbian.
  ///
  /// ```swift
  /// let available = ["zh-Hans", "zh-Hant", "nb"].compactMap { Language($0) }
  /// print(Language("zh_TW")?.matches(in: available) ?? [])  // [zh-Hant, zh-Hans]
  /// print(Language("nn")?.matches(in: available) ?? [])  // [nb]
  /// ```
  public func matches(in available: [Language]) -> [Language] {
    let wish = LanguageSubtags(self)
    let ancestors = wish.ancestors
    return available.compactMap { language in
      Match(of: LanguageSubtags(language), ancestors, isExact: language == self).map {
        (language, $0)
      }
    }
    .sorted { ($0.1, $0.0.description) < ($1.1, $1.0.description) }.map(\.0)
  }

  /// The best available language for a list of wanted ones, such as a browser's, the most wanted first; `nil` if none is near.
  package static func best(for wishes: [Language], in available: [Language]) -> Language? {
    wishes.lazy.compactMap { $0.matches(in: available).first }.first
  }
}

/// How near an available language is to the one that is wanted; the least is the nearest.
private struct Match: Comparable {
  private let distances: [Int]

  /// - Parameters:
  ///   - language: The available language.
  ///   - ancestors: The language that is wanted, and what stands for it.
  ///   - isExact: Whether the tags are the same.
  init?(of language: LanguageSubtags, _ ancestors: [LanguageSubtags], isExact: Bool) {
    let others = language.ancestors
    for (up, ancestor) in ancestors.enumerated() {
      guard let down = others.firstIndex(of: ancestor) else { continue }
      let isLikely = language.region == nil || language.region == ancestor.likelyRegion
      distances = [0, up, down, isLikely ? 0 : 1, isExact ? 0 : 1]
      return
    }
    guard language.language == ancestors[0].language,
      Self.languagesReadInBothScripts.contains(language.language)
    else {
      return nil
    }
    distances = [1, others.count]
  }

  private static let languagesReadInBothScripts: Set = ["sr", "zh"]

  static func < (one: Match, other: Match) -> Bool {
    one.distances.lexicographicallyPrecedes(other.distances)
  }
}
