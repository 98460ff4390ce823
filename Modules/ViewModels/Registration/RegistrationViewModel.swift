import Models
import Services
public import Streams

/// Registration for the wizard school (seed 002).
///
/// Half a second after the last keystroke the backend is asked whether the name is free, once for each name, and only
/// the newest answer counts. Passwords go in, and come out nowhere.
public final class RegistrationViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<RegistrationEvent, Never>()
  @Published public private(set) var state: RegistrationState
  public var statePublisher: Published<RegistrationState>.Publisher { $state }

  private var facts = RegistrationFacts() {
    didSet { show() }
  }
  private let edits = PassthroughSubject<Void, Never>()
  private let questions = PassthroughSubject<NameQuestion?, Never>()
  private let creations = PassthroughSubject<NewAccount, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// An empty form.
  public init(_ environment: Environment) {
    state = RegistrationState(facts)
    let (service, main, random) = (environment.backend.accounts, environment.main, environment.random)

    edits
      .debounce(milliseconds: 500, onMain: main)
      .map { [weak self] in self?.facts.question }
      .subscribe(questions)
      .store(in: &cancellables)
    questions
      .removeDuplicates()
      .map { [weak self] question -> AnyPublisher<NameAnswer, Never> in
        self?.facts.wasAsked()
        guard let question else { return Empty().eraseToAnyPublisher() }
        return service.usernameAvailable(question.username).answer(onMain: main)
          .map { NameAnswer(question: question, result: $0) }
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] in self?.facts.take($0) }
      .store(in: &cancellables)

    creations
      .map { account in
        var random = random
        return service.createAccount(account, idempotencyKey: .random(using: &random)).answer(onMain: main)
          .map { (account.username, $0) }
      }
      .switchToLatest()
      .sink { [weak self] in self?.facts.take($1, for: $0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: RegistrationEvent) {
    switch event {
    case .usernameChanged(let text):
      facts.edit {
        $0.text = text
        $0.ask()
      }
      edits.send()
    case .passwordChanged(let password): editPasswords { $0.password = password }
    case .passwordAgainChanged(let password): editPasswords { $0.passwordAgain = password }
    case .retryButtonWasTapped:
      guard facts.usernameStatus == .failed else { return }
      facts.ask()
      questions.send(facts.question)
    case .createButtonWasTapped:
      guard let account = facts.newAccount else { return }
      facts.creation = .running
      creations.send(account)
    }
  }

  /// Edits a password. Where that begins another account of the same name, the name is to be asked about again.
  private func editPasswords(_ change: (inout RegistrationFacts) -> Void) {
    let isNext = facts.creation.isCreated && facts.question == nil
    facts.edit {
      change(&$0)
      if isNext { $0.ask() }
    }
    if isNext { edits.send() }
  }

  private func show() {
    let state = RegistrationState(facts)
    if state != self.state { self.state = state }
  }
}

extension RegistrationViewModel: CustomReflectable {
  // NB: a dump must not show the facts, which hold secrets.
  public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
