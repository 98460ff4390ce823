import Dispatch
import Models
import Services
public import Streams
import StreamsExtras

/// Registration for the wizard school (seed 002).
///
/// Half a second after the last keystroke the backend is asked whether the name is available, once for each name. Only
/// the newest answer counts. Passwords are write-only: no state and no description contains one.
public final class RegistrationViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<RegistrationEvent, Never>()
  @Published public private(set) var state: RegistrationState
  public var statePublisher: Published<RegistrationState>.Publisher { $state }

  @Published private var facts = RegistrationFacts() {
    didSet { updateState() }
  }
  /// The newest of `validatedCredentials`.
  private var credentials: NewAccount?
  private let edits = PassthroughSubject<Void, Never>()
  private let retries = PassthroughSubject<Void, Never>()
  private let creations = PassthroughSubject<NewAccount, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// Creates an empty form.
  public init(_ environment: AppEnvironment) {
    state = RegistrationState(RegistrationFacts(), nil)
    let (service, main) = (environment.backend.accounts, environment.main)
    let (keys, random) = (environment.idempotencyKeys, environment.random)

    usernameChecks(service, main)
      .sink { [weak self] in self?.facts.receive($0) }
      .store(in: &cancellables)

    validatedCredentials
      .sink { [weak self] in self?.credentials = $0 }
      .store(in: &cancellables)

    creations
      .map { account in
        keys.request(for: .account(account), random) {
          service.createAccount(account, idempotencyKey: $0).answer(on: main)
        }
        .map { (account.username, $0) }
      }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive($1, for: $0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: RegistrationEvent) {
    switch event {
    case .usernameChanged(let text):
      facts.editUsername(text)
      edits.send()
    case .passwordChanged(let password):
      if facts.editPassword(\.password, password) { edits.send() }
    case .passwordAgainChanged(let password):
      if facts.editPassword(\.passwordAgain, password) { edits.send() }
    case .retryButtonWasTapped:
      guard facts.usernameStatus == .failed else { return }
      facts.ask()
      retries.send()
    case .createButtonWasTapped:
      guard state.createEnabled, let credentials else { return }
      facts.beginCreation()
      creations.send(credentials)
    }
  }

  private func updateState() {
    let state = RegistrationState(facts, credentials)
    if state != self.state { self.state = state }
  }
}

// MARK: - Validation (seed 002)

extension RegistrationViewModel {
  /// The questions about user names, and the backend's answers.
  private func usernameChecks(
    _ service: any AccountService, _ main: AnySchedulerOf<DispatchQueue>
  ) -> some Publisher<NameCheck?, Never> {
    edits
      .debounce(for: .milliseconds(500), scheduler: main)
      .merge(with: retries)
      .map { [weak self] in self?.facts.question }
      .removeDuplicates()
      .map { question in
        guard let question else { return Just<NameCheck?>(nil).eraseToAnyPublisher() }
        return service.usernameAvailable(question.username).answer(on: main)
          .map { NameCheck(question: question, answer: $0) }
          .prepend(NameCheck(question: question))
          .eraseToAnyPublisher()
      }
      .switchToLatest()
  }

  /// The user name in the field, once the backend has called it available.
  private var validatedUsername: some Publisher<Username?, Never> {
    $facts.map(\.availableUsername)
  }

  /// The password, if both fields hold it and it is not common.
  private var validatedPassword: some Publisher<Password?, Never> {
    $facts.map(\.password).combineLatest($facts.map(\.passwordAgain))
      .map { PasswordRules.standard.problem(in: $0, again: $1) == nil ? $0 : nil }
  }

  /// The account to create, once both are valid.
  private var validatedCredentials: some Publisher<NewAccount?, Never> {
    validatedUsername.combineLatest(validatedPassword)
      .map { username, password in
        guard let username, let password else { return nil }
        return NewAccount(username: username, password: password)
      }
  }
}

extension RegistrationViewModel: CustomReflectable {
  // NB: a dump must not show the facts, which hold secrets.
  public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
