extension StringCatalog {
  /// The mistakes of a catalogue, and what is missing in languages; in the order of the keys.
  ///
  /// A unit test reads the file and looks for problems:
  ///
  /// ```swift
  /// let catalog = try StringCatalog(JSONText(scanning: #"{"strings": {"Buy": {}}}"#.utf8))
  /// print(catalog.problems(in: [Language("de")].compactMap { $0 }))  // [de: "Buy" is missing]
  /// ```
  ///
  /// - Parameter languages: The languages in which each text has to be there, apart from the source language.
  public func problems(in languages: [Language] = []) -> [CatalogProblem] {
    var result = readingProblems
    let unreadable = Set(readingProblems)
    for key in keys {
      for language in Set(languages + self.languages).sorted(by: { $0.description < $1.description }) {
        let isRequired =
          languages.contains(language) && language != sourceLanguage && entries[key]?.isTranslated == true
        guard let localization = localization(of: key, in: language) else {
          let wasRead = !unreadable.contains { $0.key == key && $0.language == language }
          if isRequired, wasRead { result.append(CatalogProblem(key: key, language: language, reason: .missing)) }
          continue
        }
        let reasons = Self.mistakes(localization, english(key), language) + (isRequired ? Self.toDo(localization) : [])
        result += reasons.map { CatalogProblem(key: key, language: language, reason: $0) }
      }
    }
    return result.sorted { ($0.key, $0.language?.description ?? "") < ($1.key, $1.language?.description ?? "") }
  }

  /// The values of the English text, which is the key unless the catalogue has one.
  private func english(_ key: String) -> [Int: ArgumentKind]? {
    if let localization = localization(of: key, in: sourceLanguage) {
      let texts = Localization.texts(of: localization.variant).map { Self.arguments($0.text, localization) }
      return texts.max { $0.count < $1.count }
    }
    return (try? FormatText(key))?.arguments
  }

  /// The values of a text, those in its substitutions among them.
  private static func arguments(_ text: FormatText, _ localization: Localization) -> [Int: ArgumentKind] {
    var result = text.arguments
    for name in text.substitutions {
      guard let substitution = localization.substitutions[name] else { continue }
      result[substitution.argument] = result[substitution.argument] ?? .integer
      for other in Localization.texts(of: substitution.variant) {
        result.merge(other.text.arguments) { first, _ in first }
      }
    }
    return result
  }

  private static func mistakes(
    _ localization: Localization, _ english: [Int: ArgumentKind]?, _ language: Language
  ) -> [CatalogProblem.Reason] {
    var result = formMistakes(localization.variant, language)
    for substitution in localization.substitutions.sorted(by: { $0.key < $1.key }) {
      result += formMistakes(substitution.value.variant, language)
    }
    for text in Localization.texts(of: localization.variant) {
      for name in text.text.substitutions where localization.substitutions[name] == nil {
        result.append(.unknownSubstitution(name))
      }
      guard let english else { continue }
      let found = arguments(text.text, localization)
      // A form such as "one file" names its number in words.
      let mayOmit = text.forms.contains { $0 != .other } ? english.keys.sorted().first { english[$0] != .text } : nil
      let isComplete = english.keys.allSatisfy { found[$0] != nil || $0 == mayOmit }
      if !isComplete || !found.allSatisfy({ english[$0.key] == $0.value }) {
        result.append(.otherArguments(list(english), list(found)))
      }
    }
    return result
  }

  /// What is wrong with the plural forms of a variant.
  private static func formMistakes(_ variant: Localization.Variant, _ language: Language) -> [CatalogProblem.Reason] {
    switch variant {
    case .text: return []
    case .device(let devices):
      return devices.sorted { $0.key < $1.key }.flatMap { formMistakes($0.value, language) }
    case .plural(let forms):
      var result: [CatalogProblem.Reason] = []
      if let known = PluralRules.categories(in: language) {
        // `many` of Spanish and French is for whole millions alone, and a form for zero may stand in each language.
        let optional: Set<PluralCategory> = known.count == 3 && known.contains(.many) ? [.many, .zero] : [.zero]
        result += known.filter { forms[$0] == nil && !optional.contains($0) }.map { .missingForm($0) }
        result += PluralCategory.allCases.filter { forms[$0] != nil && !known.contains($0) && $0 != .zero }
          .map { .unusedForm($0) }
      }
      return result + forms.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { formMistakes($0.value, language) }
    }
  }

  private static func toDo(_ localization: Localization) -> [CatalogProblem.Reason] {
    Localization.texts(of: localization.variant).contains { $0.needsReview } ? [.needsReview] : []
  }

  /// Values in words: `1 text, 2 integer`.
  private static func list(_ arguments: [Int: ArgumentKind]) -> String {
    let values = arguments.sorted { $0.key < $1.key }.map { "\($0.key + 1) \($0.value)" }
    return values.isEmpty ? "none" : values.joined(separator: ", ")
  }
}
