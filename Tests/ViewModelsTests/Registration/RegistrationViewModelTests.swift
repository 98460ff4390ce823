import Models
import Services
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct RegistrationViewModelTests {
  nonisolated static let secret = "correct horse battery staple"

  let world = World()
  let model: RegistrationViewModel

  init() {
    model = RegistrationViewModel(world.environment)
  }

  private func fill(name: String = "Ada", password: String = secret, again: String = secret) {
    model.eventSubject.send(.usernameChanged(name))
    model.eventSubject.send(.passwordChanged(Password(password)))
    model.eventSubject.send(.passwordAgainChanged(Password(again)))
    world.scheduler.advance(by: 0.5)
    world.services.names.last.succeed(true)
    world.scheduler.advance()
  }

  @Test(arguments: [
    ("", "", "Enter a password, twice."),
    ("a", "b", "The passwords are not the same."),
    ("password1", "password1", "This password is too common."),
    (secret, secret, nil as String?),
  ])
  func eachReasonHasAMessage(_ password: String, _ again: String, _ message: String?) {
    fill(password: password, again: again)
    #expect(model.state.passwordText == message)
    #expect(model.state.createEnabled == (message == nil))
  }

  @Test func aNameThatIsTakenCreatesNothing() {
    fill()
    model.eventSubject.send(.usernameChanged("merlin"))
    world.scheduler.advance(by: 0.5)
    world.services.names.last.succeed(false)
    world.scheduler.advance()
    #expect(!model.state.createEnabled)
    model.eventSubject.send(.createButtonWasTapped)
    #expect(world.services.accounts.all.isEmpty)
  }

  @Test func creatingShowsSuccess() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    #expect(model.state.isCreating && model.state.isBusy)
    #expect(!model.state.createEnabled)
    let name = try Username("Ada")
    #expect(world.services.accounts.last.asked.account == NewAccount(username: name, password: Password(Self.secret)))
    world.services.accounts.last.succeed(Account(username: name))
    world.scheduler.advance()
    #expect(model.state.resultText == "The account Ada was created.")
    #expect(model.state.resultTone == .regular)
    #expect(model.state.usernameStatus == .registered)
    #expect(model.state.usernameText == nil)
    #expect(model.state.passwordText == nil)
    #expect(!model.state.createEnabled)
    #expect(!model.state.isBusy)
    #expect(world.services.accounts.awaited == 0)
  }

  @Test func afterASuccessTheNextEditBeginsAnew() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    world.services.accounts.last.succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    model.eventSubject.send(.usernameChanged("Ada"))
    #expect(model.state.resultText == nil)
    #expect(model.state.passwordText == "Enter a password, twice.")
    world.scheduler.advance(by: 0.5)
    #expect(world.services.names.all.count == 2)
  }

  @Test(arguments: [
    RegistrationEvent.passwordChanged(Password("a")), .passwordAgainChanged(Password("a")),
  ])
  func afterASuccessAPasswordAsksAboutTheNameAgain(_ edit: RegistrationEvent) throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    world.services.accounts.last.succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    model.eventSubject.send(edit)
    #expect(model.state.usernameStatus == .checking)
    world.scheduler.advance(by: 0.5)
    #expect(world.services.names.all.count == 2)
    world.services.names.last.succeed(false)
    world.scheduler.advance()
    #expect(model.state.usernameStatus == .taken)
    #expect(!model.state.isBusy)
  }

  @Test func aNameThatIsEditedMeanwhileIsNotTheUsersOwn() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    model.eventSubject.send(.usernameChanged("merlin"))
    world.services.accounts.last.succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    #expect(model.state.resultText == "The account Ada was created.")
    #expect(model.state.usernameStatus == .checking)
    world.scheduler.advance(by: 0.5)
    #expect(world.services.names.last.asked.text == "merlin")
    world.services.names.last.succeed(false)
    world.scheduler.advance()
    #expect(model.state.usernameStatus == .taken)
    #expect(model.state.usernameText == "This user name is taken.")
    #expect(!model.state.isBusy)
  }

  @Test func noSecondCreationCanStart() {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    model.eventSubject.send(.createButtonWasTapped)
    #expect(world.services.accounts.all.count == 1)
  }

  @Test func aNameTakenInTheMeantimeIsTheBackendsMessage() {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    world.services.accounts.last.fail(.problem(status: 409, detail: "This user name is taken."))
    world.scheduler.advance()
    #expect(model.state.resultText == "This user name is taken.")
    #expect(model.state.resultTone == .failure)
    #expect(!model.state.isCreating)

    model.eventSubject.send(.usernameChanged("Ada"))
    #expect(model.state.resultText == nil)
    #expect(model.state.usernameStatus == .checking)
    #expect(model.state.isBusy)
    #expect(!model.state.createEnabled)
    world.scheduler.advance(by: 0.5)
    #expect(world.services.names.all.count == 2)
  }

  private func create(_ error: ServiceError) {
    model.eventSubject.send(.createButtonWasTapped)
    world.services.accounts.last.fail(error)
    world.scheduler.advance()
  }

  @Test(arguments: [ServiceError.problem(status: 409, detail: "This user name is taken."), .status(409)])
  func `a name that was taken meanwhile is taken until it changes`(error: ServiceError) {
    fill()
    create(error)
    #expect(model.state.usernameStatus == .taken)
    #expect(model.state.usernameText == "This user name is taken.")
    #expect(model.state.usernameTone == .failure)
    #expect(model.state.resultText == error.message)
    #expect(!model.state.createEnabled)
    model.eventSubject.send(.passwordChanged(Password("another")))
    model.eventSubject.send(.passwordAgainChanged(Password("another")))
    world.scheduler.advance(by: 0.5)
    #expect(model.state.usernameStatus == .taken)
    #expect(!model.state.createEnabled)
    model.eventSubject.send(.createButtonWasTapped)
    #expect(world.services.accounts.all.count == 1)
  }

  @Test func `a check that is answered late does not call a taken name available`() {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    for name in ["Adam", "Ada"] {
      model.eventSubject.send(.usernameChanged(name))
      world.scheduler.advance(by: 0.5)
    }
    world.services.accounts.last.fail(.problem(status: 409, detail: "This user name is taken."))
    world.scheduler.advance()
    world.services.names.last.succeed(true)
    world.scheduler.advance()
    #expect(model.state.usernameStatus == .taken)
    #expect(!model.state.isBusy)
  }

  @Test func `a taken name is not blamed on the name that is in the field by then`() {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    model.eventSubject.send(.usernameChanged("Grace"))
    world.scheduler.advance(by: 0.5)
    world.services.names.last.succeed(true)
    world.services.accounts.last.fail(.problem(status: 409, detail: "This user name is taken."))
    world.scheduler.advance()
    #expect(model.state.usernameStatus == .available)
    #expect(model.state.resultText == "The user name Ada is taken.")
    #expect(model.state.resultTone == .failure)
    #expect(model.state.createEnabled)
  }

  @Test func `trying again keeps the key of a name and a password`() {
    fill()
    for error in [.timeout, .status(500), .connectionRefused, .problem(status: 429, detail: "Slowly!")]
      as [ServiceError]
    {
      create(error)
    }
    let screen = RegistrationViewModel(world.environment)
    let events =
      [
        .usernameChanged(" Ada"), .passwordChanged(Password(Self.secret)), .passwordAgainChanged(Password(Self.secret)),
      ] as [RegistrationEvent]
    for event in events { screen.eventSubject.send(event) }
    world.scheduler.advance(by: 0.5)
    world.services.names.last.succeed(true)
    world.scheduler.advance()
    screen.eventSubject.send(.createButtonWasTapped)
    let keys = world.services.accounts.all.map(\.asked.key)
    #expect(keys.count == 5)
    #expect(Set(keys).count == 1)
  }

  @Test func `another password has another key`() {
    fill()
    create(.timeout)
    model.eventSubject.send(.passwordChanged(Password("another")))
    model.eventSubject.send(.passwordAgainChanged(Password("another")))
    create(.timeout)
    #expect(Set(world.services.accounts.all.map(\.asked.key)).count == 2)
  }

  @Test func `a definite refusal ends the key`() {
    fill()
    create(.problem(status: 400, detail: "No."))
    create(.timeout)
    #expect(Set(world.services.accounts.all.map(\.asked.key)).count == 2)
  }

  @Test func `the state says that the passwords' fields were cleared`() throws {
    fill()
    #expect(!model.state.passwordsCleared)
    model.eventSubject.send(.createButtonWasTapped)
    #expect(!model.state.passwordsCleared)
    world.services.accounts.last.succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    #expect(model.state.passwordsCleared)
    model.eventSubject.send(.usernameChanged("Grace"))
    #expect(model.state.passwordsCleared)
    model.eventSubject.send(.passwordAgainChanged(Password("a")))
    #expect(!model.state.passwordsCleared)
  }

  @Test(arguments: [
    ("", "", InfoTone.regular), ("a", "", .regular), ("a", "b", .failure), ("password1", "password1", .failure),
    (secret, secret, .regular),
  ])
  func `the state says the tone of the passwords' text`(_ password: String, _ again: String, _ tone: InfoTone) {
    fill(password: password, again: again)
    #expect(model.state.passwordTone == tone)
  }

  @Test func whatIsKnownOfAnotherNameIsNotAskedAgainWithTheNextPassword() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    model.eventSubject.send(.usernameChanged("merlin"))
    world.scheduler.advance(by: 0.5)
    world.services.names.last.succeed(true)
    world.services.accounts.last.succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    model.eventSubject.send(.passwordChanged(Password("a")))
    world.scheduler.advance(by: 0.5)
    #expect(model.state.usernameStatus == .available)
    #expect(world.services.names.all.map(\.asked.text) == ["Ada", "merlin"])
  }

  @Test func aNameThatTheBackendWritesInAnotherWayIsTheUsersOwn() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    world.services.accounts.last.succeed(Account(username: try Username("ada")))
    world.scheduler.advance()
    #expect(model.state.resultText == "The account ada was created.")
    #expect(model.state.usernameStatus == .registered)
    #expect(!model.state.isBusy)
    model.eventSubject.send(.passwordChanged(Password("a")))
    #expect(model.state.usernameStatus == .checking)
  }

  @Test func passwordsLeaveInNoForm() throws {
    let app = AppCore(world.environment)
    let screen = app.open(.registration)
    var everything = ""
    let cancellable = screen.updates.sink {
      everything += revealed($0) + String(decoding: (try? $0.json()) ?? [], as: UTF8.self)
    }
    for event in ["passwordChanged", "passwordAgainChanged"] {
      try screen.send(#"{"type":"\#(event)","text":"\#(Self.secret)"}"#.utf8)
    }
    for json in [
      #"{"type":"passwordChanged","text":["\#(Self.secret)"]}"#,
      #"{"type":"passwordChanged","secret":"\#(Self.secret)"}"#,
    ] {
      let error = #expect(throws: InputError.self) { try screen.send(json.utf8) }
      everything += error.map(revealed) ?? ""
    }
    try screen.send(#"{"type":"usernameChanged","text":"Ada"}"#.utf8)
    world.scheduler.advance(by: 0.5)
    world.services.names.last.succeed(true)
    world.scheduler.advance()
    try screen.send(#"{"type":"createButtonWasTapped"}"#.utf8)
    everything += revealed(screen.model) + revealed(RegistrationEvent.passwordChanged(Password(Self.secret)))
    world.services.accounts.last.fail(.timeout)
    world.scheduler.advance()
    everything += revealed(screen.model)
    cancellable.cancel()
    everything += revealed(world.environment) + revealed(world.environment.idempotencyKeys)
    #expect(everything.contains("Ada"))
    for word in Self.secret.split(separator: " ") { #expect(!everything.contains(word)) }
  }

  @Test func nothingIsAliveAfterwards() {
    let world = World()
    let alive = leaks { detector in
      let model = detector.watch(RegistrationViewModel(world.environment))
      model.eventSubject.send(.usernameChanged("Ada"))
      world.scheduler.advance(by: 0.5)
      model.eventSubject.send(.usernameChanged("Grace"))
    }
    #expect(world.services.names.awaited == 0)
    world.scheduler.advance(by: 1)
    #expect(alive == [])
    #expect(world.services.names.all.count == 1)
  }
}
