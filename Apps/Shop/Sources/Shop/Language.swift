import Screens

/// The languages of the shop.
enum ShopLanguage: String, Choice {
  case english = "en"
  case german = "de"

  var label: String { self == .english ? "English" : "Deutsch" }
}

extension StorageKey<ShopLanguage> {
  static let language = StorageKey("language").device
}

extension AppEnvironment {
  @MainActor func speak(_ language: ShopLanguage) {
    localize(AppLocalization(Language(language.rawValue) ?? .english))
  }
}
