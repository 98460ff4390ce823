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
  public func problems(in languages: [Language] = []) -> [CatalogProblem] { problems(in: languages, english: [:]) }

  /// The mistakes of a catalogue, with the English texts of the code.
  ///
  /// - Parameters:
  ///   - languages: The languages in which each text has to be there, apart from the source language.
  ///   - english: The English texts by their keys, with their values as a catalogue writes them.
  package func problems(in languages: [Language], english: [String: String]) -> [CatalogProblem] {
    var result = readingProblems
    var unreadable: [String: Set<Language>] = [:]
    for problem in readingProblems {
      if let language = problem.language { unreadable[problem.key, default: []].insert(language) }
    }
    let all = Set(languages + self.languages).sorted { $0.description < $1.description }
    for (key, entry) in entries {
      let source = localization(of: key, in: sourceLanguage)
      let values = EnglishValues(english[key] ?? key, isFromCode: english[key] != nil, source)
      for language in all {
        let isRequired = entry.isTranslated && language != sourceLanguage && languages.contains(language)
        var reasons: [CatalogProblem.Reason] = []
        if let localization = localization(of: key, in: language) {
          reasons = LocalizationCheck(localization, values, language).reasons
          if isRequired, localization.needsReview { reasons.append(.needsReview) }
        } else if isRequired, unreadable[key]?.contains(language) != true {
          reasons = [.missing]
        }
        result += reasons.map { CatalogProblem(key: key, language: language, reason: $0) }
      }
    }
    return result.sorted { ($0.key, $0.language?.description ?? "") < ($1.key, $1.language?.description ?? "") }
  }
}

/// The values of an English text.
private struct EnglishValues {
  /// The values that the code has for the text; `nil` if neither the key nor the catalogue shows them.
  var kinds: [Int: ArgumentKind]?
  /// The values that the English text shows, whatever number chooses its form.
  var shown: Set<Int>

  /// - Parameters:
  ///   - text: The text of the code, or its key.
  ///   - isFromCode: Whether it is the text, and not only the key.
  ///   - source: What the catalogue has for it in the source language.
  init(_ text: String, isFromCode: Bool, _ source: Localization?) {
    // The values of a page, which are not checked.
    guard !text.contains("{0}") else {
      kinds = nil
      shown = []
      return
    }
    // NB: a key has no substitutions, so none is chosen.
    kinds = (try? FormatPattern(text)).flatMap { pattern in
      try? FormatResolver.text(of: pattern, [:]) { _, _ in pattern }.kinds()
    }
    let texts = source.map { LocalizationCheck($0, EnglishValues(), .english).texts } ?? []
    let sourceKinds = texts.reduce(into: [:]) { $0.merge($1.kinds()) { first, _ in first } }
    // A key such as "open-door" shows no values.
    if kinds?.isEmpty != false, !isFromCode, source != nil { kinds = sourceKinds }
    shown = Set((source == nil ? kinds : sourceKinds)?.keys ?? [:].keys)
  }

  private init() {
    kinds = nil
    shown = []
  }
}

/// Looks for mistakes in what an entry says in a language.
private struct LocalizationCheck {
  private let localization: Localization
  private let values: EnglishValues
  private let language: Language
  private(set) var reasons: [CatalogProblem.Reason] = []
  /// The texts that can be shown.
  private(set) var texts: [FormatText] = []

  init(_ localization: Localization, _ values: EnglishValues, _ language: Language) {
    self.localization = localization
    self.values = values
    self.language = language
    check(localization.variant)
    let substitutions = localization.substitutions.sorted { $0.key < $1.key }.map(\.value.variant)
    for substitution in substitutions { check(substitution) }
    let combinations = substitutions.map { Localization.texts(of: $0).count }.max() ?? 1
    for index in 0..<combinations {
      for text in Localization.texts(of: localization.variant) { check(text.text, text.forms, combination: index) }
    }
  }

  private mutating func add(_ reason: CatalogProblem.Reason) {
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  /// Checks a text, in which of each substitution the text with an index is shown.
  private mutating func check(_ pattern: FormatPattern, _ forms: [PluralCategory], combination: Int) {
    let kinds = values.kinds
    // A form such as "one file" names its number in words.
    var named: Set<Int> = []
    if !forms.isEmpty, let kinds {
      guard let number = kinds.keys.sorted().first(where: { kinds[$0] != .text }) else { return add(.noNumber) }
      if forms.contains(where: { $0 != .other }) { named.insert(number) }
    }
    let text: FormatText
    do throws(CatalogProblem.Reason) {
      text = try FormatResolver.text(of: pattern, localization.substitutions) {
        variant, index throws(CatalogProblem.Reason) in
        let texts = Localization.texts(of: variant)
        let chosen = texts[combination % texts.count]
        if !chosen.forms.isEmpty, let kinds, kinds[index] == nil || kinds[index] == .text { throw .noNumber }
        if chosen.forms.contains(where: { $0 != .other }) { named.insert(index) }
        return chosen.text
      }
    } catch {
      return add(error)
    }
    texts.append(text)
    guard let kinds else { return }
    let found = text.kinds(kinds)
    if !found.allSatisfy({ kinds[$0.key] == $0.value }) {
      add(.otherArguments(Self.list(kinds), Self.list(found)))
    } else if !values.shown.allSatisfy({ found[$0] != nil || named.contains($0) }) {
      add(.otherArguments(Self.list(kinds.filter { values.shown.contains($0.key) }), Self.list(found)))
    }
  }

  /// Checks the forms of a variant.
  private mutating func check(_ variant: Localization.Variant) {
    switch variant {
    case .text: break
    case .device(let devices):
      if devices["other"] == nil { add(.noOtherDevice) }
      for device in devices.sorted(by: { $0.key < $1.key }) { check(device.value) }
    case .plural(let forms):
      if let known = PluralRules.categories(in: language) {
        // `many` of Spanish and French is for whole millions alone, and a form for zero may stand in each language.
        let optional: Set<PluralCategory> = known.count == 3 && known.contains(.many) ? [.many, .zero] : [.zero]
        for form in known where forms[form] == nil && !optional.contains(form) { add(.missingForm(form)) }
        for form in PluralCategory.allCases where forms[form] != nil && !known.contains(form) && form != .zero {
          add(.unusedForm(form))
        }
      }
      for form in forms.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { check(form.value) }
    }
  }

  /// Values in words: `1 text, 2 integer`.
  private static func list(_ arguments: [Int: ArgumentKind]) -> String {
    let values = arguments.sorted { $0.key < $1.key }.map { "\($0.key + 1) \($0.value)" }
    return values.isEmpty ? "none" : values.joined(separator: ", ")
  }
}

extension FormatText {
  /// The kinds of the values that the text shows. A substitution shows its number as `%arg`, of whichever kind it is.
  fileprivate func kinds(_ known: [Int: ArgumentKind] = [:]) -> [Int: ArgumentKind] {
    var result: [Int: ArgumentKind] = [:]
    for case .argument(let index, let specifier) in parts {
      result[index] = specifier?.kind ?? result[index] ?? known[index] ?? .integer
    }
    return result
  }
}
