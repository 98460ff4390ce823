import Screens

/// The languages of the app.
enum ChatLanguage: String, Choice {
  case english = "en"
  case german = "de"

  var label: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    }
  }

  /// The language in which the app says its texts: English where it has none in the language that was asked for.
  init(of language: Language) { self = ChatLanguage(rawValue: language.code) ?? .english }
}

/// Which messages a person is told of.
enum Notifications: String, Choice {
  case all, mentions, none

  func includes(_ message: Message, for account: String) -> Bool {
    switch self {
    case .all: true
    case .mentions: !account.isEmpty && message.text.lowercased().contains("@" + account.lowercased())
    case .none: false
    }
  }
}

extension StorageKey<ChatLanguage> {
  static let language = StorageKey("language").device
}

extension StorageKey<Notifications> {
  static let notifications = StorageKey("notifications")
}

extension StorageKey<Bool> {
  static let isOffline = StorageKey("offline").device
}

extension AppEnvironment {
  /// Which messages the account is told of.
  var notifications: Stored<Notifications> { stored(.notifications, default: .all) }

  /// Whether the person wants to be offline: what they write waits, and nothing is loaded or followed.
  var isOffline: Stored<Bool> { stored(.isOffline, default: false) }

  /// Speaks the language that was chosen in an earlier session, if there is one.
  @MainActor func applyStoredLanguage() {
    if let language = try? storage.value(for: .language) { speak(language) }
  }

  @MainActor func speak(_ language: ChatLanguage) {
    localize(AppLocalization(Language(language.rawValue) ?? .english))
  }
}

struct SettingsFacts {
  var account = ""
  var notifications = Notifications.all
  var isOffline = false
}

struct SettingsState: ScreenState {
  var account: String?
  var language: ChatLanguage
  var notifications: Notifications
  var offline: Bool
  var signOutDisabledReason: String?

  init(_ facts: SettingsFacts, _ environment: AppEnvironment) {
    account = facts.account.isEmpty ? nil : facts.account
    language = ChatLanguage(of: environment.words.language)
    notifications = facts.notifications
    offline = facts.isOffline
    signOutDisabledReason = account == nil ? environment.words.text("You are not signed in.") : nil
  }

  static let fields: Fields<SettingsState> = [
    Field(\.account, "Who is signed in.", .isPrivate(as: "•••")), Field(\.language, "The language of the app."),
    Field(\.notifications, "Which messages you are told of."),
    Field(\.offline, "Whether what you write waits, and nothing is loaded."),
    Field(\.signOutDisabledReason, "Why you cannot sign out."),
  ]
}

enum SettingsEvent: ScreenEvent {
  case languageChanged(ChatLanguage)
  case notificationsChanged(Notifications)
  case offlineChanged(Bool)
  case signOutButtonWasTapped

  static let cases: [EventCase<SettingsEvent>] = [
    EventCase(languageChanged, member: "language", "Choose the language."),
    EventCase(notificationsChanged, member: "notifications", "Choose what you are told of."),
    EventCase(offlineChanged, member: "isOffline", "Be offline, or not."),
    EventCase(.signOutButtonWasTapped, "Sign out.")
      .destructive(
        asking: EventQuestion(
          Words.text("Sign out?"), message: Words.text("What is not sent waits until you sign in again."),
          confirm: Words.text("Sign out"))
      )
      .disabled(by: \SettingsState.signOutDisabledReason).notForAssistants(),
  ]
}

/// The language, the notifications, and the way out.
final class SettingsViewModel: FactsViewModel<SettingsFacts, SettingsState, SettingsEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init(SettingsFacts(), environment, SettingsState.init)
    environment.accountChanges.prepend(environment.account).sink { [unowned self] in facts.account = $0 }
      .store(in: &cancellables)
    environment.notifications.publisher.sink { [unowned self] in facts.notifications = $0 }.store(in: &cancellables)
    environment.isOffline.publisher.sink { [unowned self] in facts.isOffline = $0 }.store(in: &cancellables)
  }

  override func handle(_ event: SettingsEvent) {
    switch event {
    case .languageChanged(let language):
      environment.storage.set(language, for: .language) { _ in }
      environment.speak(language)
    case .notificationsChanged(let notifications): environment.notifications.value = notifications
    case .offlineChanged(let isOffline): environment.isOffline.value = isOffline
    case .signOutButtonWasTapped: environment.signOut(unsent: .keep, closing: .allBut("rooms", "search", "settings"))
    }
  }
}

extension Screen<SettingsViewModel> {
  static var settings: Self { Screen("settings", about: "The settings.") { SettingsViewModel($1) } }
}
