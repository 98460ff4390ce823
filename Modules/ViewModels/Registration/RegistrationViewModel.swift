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
  public init(_ environment: AppEnvironment) {
    state = RegistrationState(facts)
    let (service, main) = (environment.backend.accounts, environment.main)
    let (keys, random) = (environment.idempotencyKeys, environment.random)

    edits
      .debounce(for: .milliseconds(500), scheduler: main)
      .map { [weak self] in self?.facts.question }
      .subscribe(questions)
      .store(in: &cancellables)
    questions
      .removeDuplicates()
      .map { [weak self] question -> AnyPublisher<NameAnswer, Never> in
        self?.facts.wasAsked()
        guard let question else { return Empty().eraseToAnyPublisher() }
        return service.usernameAvailable(question.username).answer(on: main)
          .map { NameAnswer(question: question, result: $0) }
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] in self?.facts.take($0) }
      .store(in: &cancellables)

    creations
      .map { account in
        let key = keys.key(for: account, random)
        return service.createAccount(account, idempotencyKey: key).answer(on: main)
          .handleEvents(receiveOutput: { keys.receive($0, for: key) })
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
      facts.editUsername(text)
      edits.send()
    case .passwordChanged(let password): editPassword(\.password, password)
    case .passwordAgainChanged(let password): editPassword(\.passwordAgain, password)
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
  private func editPassword(_ field: WritableKeyPath<RegistrationFacts, Password>, _ password: Password) {
    var facts = facts
    let isNext = facts.creation.isCreated && facts.question == nil
    facts.editPassword(field, password)
    if isNext { facts.ask() }
    self.facts = facts
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
