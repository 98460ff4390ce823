public import JSON
public import Words

public import struct Foundation.Locale

/// The language of an app's texts, and the locale by which it writes numbers, money and dates.
///
/// ```swift
/// let german = AppLocalization(Language("de") ?? .english)
/// let austrian = AppLocalization(Language("de") ?? .english, locale: Locale(identifier: "de_AT"))
/// ```
public struct AppLocalization: Hashable, Sendable {
  /// The language of the texts.
  public var language: Language
  /// The locale of numbers, money and dates.
  public var locale: Locale

  /// English, as it is written in the United States.
  public static let english = AppLocalization(.english)

  /// A language and a locale.
  ///
  /// - Parameters:
  ///   - language: The language of the texts.
  ///   - locale: The locale; `nil` for the language's, which is that of the United States for English.
  public init(_ language: Language, locale: Locale? = nil) {
    self.language = language
    let isPlainEnglish = language == .english || language == .pseudo
    self.locale = locale ?? Locale(identifier: isPlainEnglish ? "en_US" : language.description)
  }

  /// Reads a language and a locale by their names, such as `de` and `de_AT`.
  ///
  /// - Parameters:
  ///   - language: The language; `nil` for that of the localization.
  ///   - locale: The locale; `nil` for the language's.
  /// - Returns: `nil` if one of them is not well-formed.
  public init?(language: String?, locale: String?) {
    guard let language = language.map({ Language($0) }) ?? .english else { return nil }
    // NB: Foundation takes any text for a locale. A tag of BCP 47 is a name of one, too.
    if let locale, Language(locale) == nil { return nil }
    self.init(language, locale: locale.map { Locale(identifier: $0) })
  }
}

extension AppLocalization: JSONWritable {
  /// Writes `{"language":"de","locale":"de_AT"}`.
  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("language", language.description)
      $0.member("locale", locale.identifier)
    }
  }
}

// MARK: - In the environment

extension AppEnvironment {
  /// The texts of the app and of the runtime, in the current language.
  ///
  /// A state says its texts with them, so it is derived again when the language changes: see ``presentationChanges``.
  public var words: Words {
    let current = localization.value
    return Words(in: current.language, current.locale, app: catalogs)
  }

  /// The catalogues of the app's texts, the first one first. ``AppDefinition/catalogs`` are among them.
  public var catalogs: [StringCatalog] {
    get { self[CatalogsKey.self] }
    set { self[CatalogsKey.self] = newValue }
  }
}

extension Words {
  /// The words of an app. Behind its catalogues are those with the labels of the runtime's screens and the sentences of its requests,
  /// which are looked up where they are shown.
  init(in language: Language, _ locale: Locale? = nil, app catalogs: [StringCatalog]) {
    self.init(language: language, locale: locale, catalogs: catalogs, behind: Self.own)
  }

  private static let own: [StringCatalog] = [ScreensWords.catalog, .screenDescriptions, .requests]
}

enum CatalogsKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> [StringCatalog] { [] }
}
