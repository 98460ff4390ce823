import Dispatch
public import Models
import Services

extension Screen<RegistrationViewModel> {
  /// Registration for the wizard school.
  public static var registration: Self {
    Screen("registration", about: "Registration for the wizard school.") { RegistrationViewModel($1) }
  }
}

/// What the user did on the registration screen (seed 002).
public enum RegistrationEvent: ScreenEvent {
  /// The text in the user name's field changed.
  case usernameChanged(String)
  /// The secret in the password's field changed.
  case passwordChanged(Password)
  /// The secret in the field for the repeated password changed.
  case passwordAgainChanged(Password)
  /// The user asked for another try of a failed check of the name.
  case retryButtonWasTapped
  /// The user wants to create the account.
  case createButtonWasTapped

  public static let cases: [EventCase<RegistrationEvent>] = [
    EventCase(usernameChanged, member: "text", "Enter the user name."),
    EventCase(passwordChanged, member: "text", "Enter the password.", as: .newSecret).value("The password."),
    EventCase(passwordAgainChanged, member: "text", "Enter the password once more.", as: .newSecret).value(
      "The same password."),
    EventCase(.retryButtonWasTapped, "Try a failed check of the name again.")
      .hidden(by: \RegistrationState.retryButtonHidden),
    EventCase(.createButtonWasTapped, "Create the account.").labelled("Create account").purpose(.submit)
      .disabled(by: \RegistrationState.createDisabledReason),
  ]
}

/// Registration for the wizard school (seed 002).
///
/// Half a second after the last keystroke the backend is asked whether the name is available, once for each name. Only
/// the newest answer counts. Passwords are write-only: no state and no description contains one.
public final class RegistrationViewModel: ViewModel {
  public let eventSubject = EventSubject<RegistrationEvent>()
  @Published public private(set) var state: RegistrationState
  public var statePublisher: Published<RegistrationState>.Publisher { $state }

  @Published private var facts = RegistrationFacts()
  private var random: RandomSource
  private let words: () -> Words
  private let edits = PassthroughSubject<Void, Never>()
  private let retries = PassthroughSubject<Void, Never>()
  private let creations = PassthroughSubject<AccountCreation, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// Creates an empty form.
  public init(_ environment: AppEnvironment) {
    state = RegistrationState(RegistrationFacts(), environment)
    random = environment.random
    words = { environment.words }
    environment.states(of: $facts, RegistrationState.init).assign(to: &$state)
    let (service, main) = (environment.backend.accounts, environment.main)

    usernameChecks(service, main, environment.pendingWork)
      .sink { [weak self] in self?.facts.receive($0) }
      .store(in: &cancellables)

    creations
      .map { creation in
        service.createAccount(creation.account, idempotencyKey: creation.key).result()
          .map { (creation.account.username, $0) }
      }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive($1, for: $0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: RegistrationEvent) {
    // An app has asked; a view of the view model alone has not.
    guard refusal(of: event) == nil else { return }
    switch event {
    case .usernameChanged(let text):
      facts.editUsername(text)
      edits.send()
    case .passwordChanged(let password):
      if facts.editPassword(\.password, password) { edits.send() }
    case .passwordAgainChanged(let password):
      if facts.editPassword(\.passwordAgain, password) { edits.send() }
    case .retryButtonWasTapped:
      facts.ask()
      retries.send()
    case .createButtonWasTapped:
      guard let creation = facts.beginCreation(newKey: .random(using: &random)) else { return }
      creations.send(creation)
    }
  }

  public func refusal(of event: RegistrationEvent) -> String? {
    if event == .retryButtonWasTapped, facts.usernameStatus != .failed {
      return words().string(RefusalText.nothingToRetry)
    }
    return event.describedRefusal(in: state)
  }
}

// MARK: - The user name (seed 002)

extension RegistrationViewModel {
  /// The questions about user names, and the backend's answers.
  private func usernameChecks(
    _ service: any AccountService, _ main: AnySchedulerOf<DispatchQueue>, _ pendingWork: PendingWork
  ) -> some Publisher<NameCheck?, Never> {
    edits
      .debounce(for: .milliseconds(500), scheduler: main, countedBy: pendingWork)
      .merge(with: retries)
      .map { [weak self] in self?.facts.question }
      .removeDuplicates()
      .map { question in
        guard let question else { return Just<NameCheck?>(nil).eraseToAnyPublisher() }
        return service.usernameAvailable(question.username).result()
          .map { NameCheck(question: question, answer: $0) }
          .prepend(NameCheck(question: question))
          .eraseToAnyPublisher()
      }
      .switchToLatest()
  }
}

extension RegistrationViewModel: CustomReflectable {
  // NB: a dump must not show the facts, which hold secrets.
  public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
