public import Descriptions
public import Requests
import Streams
public import Words

/// What a sign-in screen knows.
public struct SignInFacts {
  let title: LocalizedText
  let hint: LocalizedText?
  var name: String
  var password = SecretText("")
  var account = Loading<SignedIn>.idle
}

/// What a sign-in screen shows.
public struct SignInState: RequestState {
  /// What this is.
  public var title: String
  /// What to try where no server answers.
  public var hint: String?
  /// The name.
  public var name: String
  /// Whether a password is entered.
  public var passwordEntered: Bool
  /// Why a sign-in is not possible yet.
  public var signInDisabledReason: String?
  public var requests: RequestStatus

  init(_ facts: SignInFacts, _ environment: AppEnvironment) {
    let words = environment.words
    title = words.string(facts.title)
    hint = environment.isMock ? facts.hint.map(words.string) : nil
    name = facts.name
    passwordEntered = !facts.password.isEmpty
    requests = RequestStatus(environment, facts.account)
    if isBusy {
      signInDisabledReason = words.text("The service is asked.")
    } else if name.isEmpty {
      signInDisabledReason = words.text("The name is missing.")
    } else if !passwordEntered {
      signInDisabledReason = words.text("The password is missing.")
    }
  }

  public static let fields: Fields<SignInState> = [
    Field(\.title, "What this is.", as: .title),
    Field(\.hint, "What to try where no server answers.", as: .note), Field(\.name, "The name.", as: .userName),
    Field(\.passwordEntered, "Whether a password is entered.").forPrograms(),
    Field(\.signInDisabledReason, "Why nobody can sign in yet."), .requests("Why nobody is signed in."),
  ]
}

/// What is done at a sign-in screen.
public enum SignInEvent: ScreenEvent {
  case nameChanged(String)
  case passwordChanged(SecretText)
  case signInButtonWasTapped

  public static let cases: [EventCase<SignInEvent>] = [
    EventCase(nameChanged, member: "text", "Enter the name."),
    EventCase(passwordChanged, member: "text", "Enter the password.", as: .existingSecret).value("The password."),
    EventCase(.signInButtonWasTapped, "Sign in.").purpose(.submit).disabled(by: \SignInState.signInDisabledReason),
  ]
}

extension SignedIn: ScreenOutcome {}

/// Signs the person in by name and password, and closes with the account.
public final class SignInViewModel: FactsViewModel<SignInFacts, SignInState, SignInEvent>, ViewModel {
  public typealias Outcome = SignedIn

  private let didSignIn: (AppEnvironment) -> Void

  /// A sign-in where nothing was entered yet.
  ///
  /// - Parameters:
  ///   - environment: where the screen is open.
  ///   - title: what stands above; by default, "Sign in".
  ///   - hint: what to try where a mock answers.
  ///   - didSignIn: called when the account is set, before the screen closes.
  public init(
    _ environment: AppEnvironment, title: LocalizedText? = nil, hint: LocalizedText? = nil,
    didSignIn: @escaping (AppEnvironment) -> Void = { _ in }
  ) {
    self.didSignIn = didSignIn
    // Whose session has ended signs in again.
    super.init(
      SignInFacts(title: title ?? Words.text("Sign in"), hint: hint, name: environment.account), environment,
      SignInState.init)
  }

  override public func handle(_ event: SignInEvent) {
    switch event {
    case .nameChanged(let name): facts.name = name
    case .passwordChanged(let password): facts.password = password
    case .signInButtonWasTapped: if state.signInDisabledReason == nil { signIn() }
    }
  }

  private func signIn() {
    let signIn = SignIn(name: facts.name, password: facts.password)
    load(\.account, environment.backend.answer(.signInWithPassword, signIn)) { [environment, didSignIn] account in
      environment.account = account.name
      didSignIn(environment)
      environment.navigator.close(with: account)
    }
  }
}

extension Screen<SignInViewModel> {
  /// A screen that signs the person in by name and password (`ServiceOperation.signInWithPassword`), sets ``AppEnvironment/account`` and closes
  /// with the account. Its name is `signIn`.
  ///
  /// ```swift
  /// extension Screen<SignInViewModel> {
  ///   static var signIn: Self { .signIn(Words.text("Sign in to the library")) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: what stands above, in the language of the catalogues; by default, "Sign in".
  ///   - hint: what to try where a mock answers.
  ///   - didSignIn: called when the account is set, before the screen closes.
  public static func signIn(
    _ title: LocalizedText? = nil, hint: LocalizedText? = nil,
    didSignIn: @escaping @MainActor @Sendable (AppEnvironment) -> Void = { _ in }
  ) -> Self {
    Screen("signIn", about: "Signs the person in.") {
      SignInViewModel($1, title: title, hint: hint, didSignIn: didSignIn)
    }
  }
}
