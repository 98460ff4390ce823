import Screens

struct AccountState: ScreenState {
  var account: String?
  var language: ShopLanguage
  var isSignedIn: Bool
  var isSignedOut: Bool { !isSignedIn }

  init(_ account: String, _ environment: AppEnvironment) {
    self.account = account.isEmpty ? nil : account
    language = ShopLanguage(rawValue: environment.words.language.code) ?? .english
    isSignedIn = !account.isEmpty
  }

  static let fields: Fields<AccountState> = [
    Field(\.account, "Who is signed in.", .isPrivate(as: "•••")).labelled("Name"),
    Field(\.language, "The language of the shop."),
    Field(\.isSignedIn, "Whether a person is signed in.").forPrograms(),
    Field(\.isSignedOut, name: "isSignedOut", "Whether a guest is here.").forPrograms(),
  ]
}

enum AccountEvent: ScreenEvent {
  case languageChanged(ShopLanguage)
  case signInButtonWasTapped
  case signOutButtonWasTapped

  static let cases: [EventCase<AccountEvent>] = [
    EventCase(languageChanged, member: "language", "Choose the language."),
    EventCase(.signInButtonWasTapped, "Sign in.").labelled("Sign in").purpose(.navigate)
      .hidden(by: \AccountState.isSignedIn),
    EventCase(.signOutButtonWasTapped, "Sign out.").labelled("Sign out")
      .destructive(
        asking: EventQuestion(
          Words.text("Sign out?"), message: Words.text("Messages that are not sent wait until you sign in again."),
          confirm: Words.text("Sign out"))
      )
      .hidden(by: \AccountState.isSignedOut).notForAssistants(),
  ]
}

/// Who is signed in, and the way out.
final class AccountViewModel: FactsViewModel<String, AccountState, AccountEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init(environment.account, environment, AccountState.init)
    environment.accountChanges.sink { [unowned self] in facts = $0 }.store(in: &cancellables)
  }

  override func handle(_ event: AccountEvent) {
    switch event {
    case .languageChanged(let language):
      environment.storage.set(language, for: .language) { _ in }
      environment.speak(language)
    case .signInButtonWasTapped: try? environment.navigator.present(.signIn) { _ in }
    case .signOutButtonWasTapped:
      environment.signOut(unsent: .keep, closing: .allBut("catalog", "product", "till", "orders", "account"))
    }
  }
}

extension Screen<AccountViewModel> {
  static var account: Self { Screen("account", about: "Your account.") { AccountViewModel($1) } }
}
