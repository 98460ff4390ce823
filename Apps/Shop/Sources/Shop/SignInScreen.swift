import Screens

struct SignInFacts {
  var name: String
  var password = Password("")
  var account = Loading<Account>.idle
}

struct SignInState: ScreenState {
  var title: String
  var hint: String?
  var name: String
  var passwordEntered: Bool
  var signInDisabledReason: String?
  var message: String?
  var isBusy: Bool

  init(_ facts: SignInFacts, _ environment: AppEnvironment) {
    let words = environment.words
    title = words.text("Sign in")
    hint = environment.isMock ? words.text("To try it: any name, and the password 1234.") : nil
    name = facts.name
    passwordEntered = !facts.password.isEmpty
    message = (facts.account.error?.text).map(words.string)
    isBusy = facts.account.isLoading
    if isBusy {
      signInDisabledReason = words.text("The shop is asked.")
    } else if name.isEmpty {
      signInDisabledReason = words.text("The name is missing.")
    } else if !passwordEntered {
      signInDisabledReason = words.text("The password is missing.")
    }
  }

  static let fields: Fields<SignInState> = [
    Field(\.title, "What this is.").shown(as: .title),
    Field(\.hint, "What to try where no server answers.").shown(as: .note),
    Field(\.name, "The name.").shown(as: .userName),
    Field(\.passwordEntered, "Whether a password is entered.").forPrograms(),
    Field(\.signInDisabledReason, "Why nobody can sign in yet."),
    Field(\.message, "Why nobody is signed in.").shown(as: .failure),
    Field(\.isBusy, "Whether the shop is asked."),
  ]
}

enum SignInEvent: ScreenEvent {
  case nameChanged(String)
  case passwordChanged(Password)
  case signInButtonWasTapped

  static let cases: [EventCase<SignInEvent>] = [
    EventCase(nameChanged, member: "text", "Enter the name."),
    EventCase(passwordChanged, member: "text", "Enter the password.").value("The password.")
      .value(shownAs: .existingSecret),
    EventCase(.signInButtonWasTapped, "Sign in.").labelled("Sign in").purpose(.submit)
      .disabled(by: \SignInState.signInDisabledReason),
  ]
}

/// Signs the person in, and closes with the account.
final class SignInViewModel: FactsViewModel<SignInFacts, SignInState, SignInEvent>, ViewModel {
  typealias Outcome = Account

  init(_ environment: AppEnvironment) {
    // Whose session has ended signs in again.
    super.init(SignInFacts(name: environment.account), environment, SignInState.init)
  }

  override func handle(_ event: SignInEvent) {
    switch event {
    case .nameChanged(let name): facts.name = name
    case .passwordChanged(let password): facts.password = password
    case .signInButtonWasTapped: if state.signInDisabledReason == nil { signIn() }
    }
  }

  private func signIn() {
    let signIn = SignIn(name: facts.name, password: facts.password)
    load(\.account, environment.backend.answer(.signIn, signIn)) { [environment] account in
      environment.account = account.name
      environment.navigator.close(with: account)
    }
  }
}

extension Screen<SignInViewModel> {
  static var signIn: Self { Screen("signIn", about: "Signs the person in.") { SignInViewModel($1) } }
}
