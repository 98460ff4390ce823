import Screens

struct SignInState: ScreenState {
  var hint: String?
  var name = ""
  var signInDisabledReason: String?
  var message: String?
  var isBusy = false

  static let fields: Fields<SignInState> = [
    Field(\.hint, "What to try where no server answers.").shown(as: .note),
    Field(\.name, "The name.").shown(as: .userName), Field(\.signInDisabledReason, "Why the user cannot sign in yet."),
    Field(\.message, "Why the user is not signed in.").shown(as: .failure),
    Field(\.isBusy, "Whether the service is asked."),
  ]

  static let samples = [SignInState()]
}

enum SignInEvent: ScreenEvent {
  case nameChanged(String)
  case passwordChanged(Password)
  case signInButtonWasTapped

  static let cases: [EventCase<SignInEvent>] = [
    EventCase(nameChanged, member: "text", "Enter the name."),
    EventCase(passwordChanged, member: "text", "Enter the password."),
    EventCase(.signInButtonWasTapped, "Sign in.").purpose(.submit).disabled(by: \SignInState.signInDisabledReason),
  ]
}

/// Signs the user in, and closes with the account.
final class SignInViewModel: ViewModel {
  typealias Outcome = Account

  let eventSubject = EventSubject<SignInEvent>()
  @Published private(set) var state = SignInState()
  var statePublisher: Published<SignInState>.Publisher { $state }

  private var password = Password("")
  private var request: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment

  init(_ environment: AppEnvironment) {
    let words = environment.words
    state = SignInState(
      hint: environment.isMock ? words.text("To try it: any name, and the password 1234.") : nil,
      signInDisabledReason: words.text("The name is missing."))
    self.environment = environment
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: SignInEvent) {
    switch event {
    case .nameChanged(let name): update(name: name, password: password)
    case .passwordChanged(let password): update(name: state.name, password: password)
    case .signInButtonWasTapped: signIn()
    }
  }

  private func update(name: String, password: Password) {
    self.password = password
    let words = environment.words
    let reason =
      name.isEmpty
      ? words.text("The name is missing.") : password.isEmpty ? words.text("The password is missing.") : nil
    state = SignInState(hint: state.hint, name: name, signInDisabledReason: reason)
  }

  private func signIn() {
    guard state.signInDisabledReason == nil else { return }
    let name = state.name
    state = SignInState(
      hint: state.hint, name: name, signInDisabledReason: environment.words.text("The service is asked."), isBusy: true)
    request = environment.backend.answer(.signIn, SignIn(name: name, password: password)).result()
      .sink { [unowned self] result in
        switch result {
        case .success(let account):
          state.isBusy = false
          environment.account = account.name
          environment.ledger.deletions.resume()
          environment.navigator.close(with: account)
        case .failure(let error):
          state = SignInState(hint: state.hint, name: name, message: environment.words.string(error.text))
        }
      }
  }
}

extension Screen<SignInViewModel> {
  static var signIn: Self { Screen("signIn", about: "Signs the user in.") { SignInViewModel($1) } }
}
