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
    return Words(language: current.language, locale: current.locale, catalogs: catalogs)
  }

  /// The catalogues of the app's texts, the first one first. ``AppDefinition/catalogs`` are among them.
  public var catalogs: [StringCatalog] {
    get { self[CatalogsKey.self] }
    set { self[CatalogsKey.self] = newValue }
  }

  /// The app gives itself another language or locale, such as by its settings: it is the same for all fronts, which hear of it, and
  /// states are derived again. What a recording has of it is the event that led to it.
  ///
  /// ```swift
  /// @MainActor func speakGerman(_ environment: AppEnvironment) {
  ///   environment.localize(AppLocalization(Language("de") ?? .english))
  /// }
  /// ```
  @MainActor public func localize(_ localization: AppLocalization) {
    guard localization != self.localization.value else { return }
    self.localization.send(localization)
    reporter?.report(.localized(localization), by: .instance(AppCore.appID))
  }
}

enum CatalogsKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> [StringCatalog] { [] }
}

// MARK: - Changes

extension AppCore {
  /// The language and the locale.
  public var localization: AppLocalization { environment.localization.value }

  /// The app gets another language or locale, by a front. It is the same for all fronts; the facts stay, and states are derived again.
  ///
  /// - Parameters:
  ///   - localization: The language and the locale.
  ///   - front: The front.
  package func localize(_ localization: AppLocalization, by front: AppFront) { localize(localization, by: front.id) }

  func localize(_ localization: AppLocalization, by front: FrontID) {
    guard localization != environment.localization.value else { return }
    reporter.run(by: front) {
      reporter.report(.localized(localization), by: .front(front))
      environment.localization.send(localization)
    }
  }
}
