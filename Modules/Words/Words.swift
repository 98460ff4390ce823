import struct Foundation.Decimal
public import struct Foundation.Locale

/// Says texts in a language, with the catalogues that have them.
///
/// The English text in the code is the key. Where a catalogue has nothing for it, or something that does not fit, the English
/// text is shown.
///
/// ```swift
/// let forms = #"{"variations":{"plural":{"one":{"stringUnit":{"value":"eine Datei"}},"other":{"stringUnit":{"value":"%lld Dateien"}}}}}"#
/// let catalog = StringCatalog(embedded: ["de": #"{"%lld files":\#(forms)}"#])
/// let words = Words(language: Language("de") ?? .english, catalogs: [catalog])
/// print(words.text("\(count: 2) files"))  // 2 Dateien
/// ```
///
/// A language may lack a text that a nearby one has: `de-AT` falls back to `de`, `es-MX` to `es-419`, `nn` to `nb`, and each to English;
/// see ``Language/matches(in:)``. Of several catalogues the first that has the text is used, and that of the module which says the text
/// last, so an app can replace a text of the runtime.
public struct Words: Sendable {
  /// The language of the texts.
  public let language: Language
  /// The locale that formats numbers in texts.
  public let locale: Locale

  private let catalogs: [StringCatalog]
  /// Those behind them.
  private let ownCatalogs: [StringCatalog]

  /// The texts of the code, without another language.
  public static let english = Words(language: .english)

  /// Creates words in a language. The texts of a module that has a catalogue of its own, as those of this package have, are looked up
  /// there, too.
  ///
  /// - Parameters:
  ///   - language: The language of the texts.
  ///   - locale: The locale that formats numbers in texts; `nil` for the language's.
  ///   - catalogs: The catalogues, the first one first.
  public init(language: Language, locale: Locale? = nil, catalogs: [StringCatalog] = []) {
    self.init(language: language, locale: locale, catalogs: catalogs, behind: [])
  }

  // NB: two arrays, because an app's words are made for each state, and a longer array would be made each time.
  package init(language: Language, locale: Locale?, catalogs: [StringCatalog], behind ownCatalogs: [StringCatalog]) {
    self.language = language
    self.locale = locale ?? Locale(identifier: language == .pseudo ? "en" : language.description)
    self.catalogs = catalogs
    self.ownCatalogs = ownCatalogs
  }

  /// A text that is said in a language later, by ``string(_:)``.
  ///
  /// - Parameters:
  ///   - english: The English text.
  ///   - key: The key in the catalogues, where one English text means two things; the English text if it is left out.
  ///   - comment: What helps the translator; it stands in the code alone.
  public static func text(
    _ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil
  ) -> LocalizedText {
    LocalizedText(english, key: key, from: nil)
  }

  /// A text in the language.
  ///
  /// - Parameters:
  ///   - english: The English text.
  ///   - key: The key in the catalogues, where one English text means two things; the English text if it is left out.
  ///   - comment: What helps the translator; it stands in the code alone.
  public func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }

  /// Whether a catalogue has an English text in the language, or in one that stands in for it.
  package func hasText(for english: String) -> Bool {
    let key = LocalizedText(english: english).key ?? english
    return catalogs.contains { catalog in
      catalog.languages(for: language).contains { $0 != .english && catalog.localization(of: key, in: $0) != nil }
    }
  }

  /// Says a text in the language.
  public func string(_ text: LocalizedText) -> String {
    switch text.content {
    case .verbatim(let text): return text
    case .lookup(let english, let origin):
      guard language != .english else { return english }
      let text = LocalizedText(LocalizedText.Format(stringLiteral: english), key: nil, from: origin.catalog)
      guard let key = text.key,
        (catalogs + ownCatalogs).contains(where: { $0.has(key) }) || origin.catalog?.has(key) == true
      else {
        return english
      }
      return string(text)
    case .entry(let key, let english, let arguments, let origin):
      let values = arguments.map(TextValue.init)
      if language == .pseudo {
        return Pseudolanguage.brackets(render(Pseudolanguage.text(english), values, in: .english))
      }
      func first(_ said: (StringCatalog) -> String?) -> String? {
        for catalog in catalogs { if let text = said(catalog) { return text } }
        for catalog in ownCatalogs { if let text = said(catalog) { return text } }
        return origin.catalog.flatMap(said)
      }
      func translation(in catalog: StringCatalog) -> String? {
        for language in catalog.languages(for: language) {
          if let text = catalog.localization(of: key, in: language)?.format(for: values, in: language) {
            return render(text, values, in: language)
          }
        }
        return nil
      }
      // A catalogue may have English forms by number: "1 file".
      func form(in catalog: StringCatalog) -> String? {
        catalog.englishForms(of: key)?.format(for: values, in: .english).map { render($0, values, in: .english) }
      }
      if language != .english, let text = first(translation) { return text }
      return first(form) ?? render(english, values, in: .english)
    }
  }

  private func render(_ format: FormatText, _ values: [TextValue], in language: Language) -> String {
    var result = ""
    for part in format.parts {
      switch part {
      case .literal(let text): result += text
      case .argument(let index, let specifier):
        result += isolated(values[index].string(specifier, in: self), in: language)
      }
    }
    return result
  }

  /// A text as it stands in or beside a text of the language. It keeps its own direction (U+2068, U+2069) where the language is written
  /// from right to left, or the text has characters that are, or that turn the direction: those would reverse what follows.
  public func isolated(_ text: String) -> String { isolated(text, in: language) }

  private func isolated(_ text: String, in language: Language) -> String {
    language.isRightToLeft || text.turnsDirection ? text.isolated : text
  }
}
