import AppTesting
import ExpectSupport
import Models
import Services
import Storage
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct RegistrationViewModelTests {
  nonisolated static let secret = "correct horse battery staple"

  let world = TestWorld()
  let model: RegistrationViewModel

  init() {
    model = RegistrationViewModel(world.environment)
  }

  private func fill(
    _ other: RegistrationViewModel? = nil, name: String = "Ada", password: String = secret, again: String = secret
  ) {
    let model = other ?? self.model
    model.eventSubject.send(.usernameChanged(name))
    model.eventSubject.send(.passwordChanged(Password(password)))
    model.eventSubject.send(.passwordAgainChanged(Password(again)))
    world.scheduler.advance(by: 0.5)
    world.backend.last(.username).succeed(true)
    world.scheduler.advance()
  }

  @Test(arguments: [
    ("", "", "Enter a password, twice."),
    ("a", "b", "The passwords are not the same."),
    ("password1", "password1", "This password is too common."),
    (secret, secret, nil as String?),
  ])
  func `has a message for each problem of a password`(_ password: String, _ again: String, _ message: String?) {
    fill(password: password, again: again)
    expectEqual(model.state.passwordText, message)
    #expect(model.state.createEnabled == (message == nil))
  }

  @Test func `creates no account with a taken name`() {
    fill()
    model.eventSubject.send(.usernameChanged("merlin"))
    world.scheduler.advance(by: 0.5)
    world.backend.last(.username).succeed(false)
    world.scheduler.advance()
    #expect(!model.state.createEnabled)
    model.eventSubject.send(.createButtonWasTapped)
    #expect(world.backend.calls(.account).isEmpty)
  }

  @Test func `shows the success of a creation`() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    #expect(model.state.isCreating && model.state.isBusy)
    #expect(!model.state.createEnabled)
    let name = try Username("Ada")
    expectEqual(world.backend.last(.account).input.account, NewAccount(username: name, password: Password(Self.secret)))
    world.backend.last(.account).succeed(Account(username: name))
    world.scheduler.advance()
    expectEqual(model.state.resultText, "The account Ada was created.")
    expectEqual(model.state.resultTone, .regular)
    expectEqual(model.state.usernameStatus, .registered)
    #expect(model.state.usernameText == nil)
    #expect(model.state.passwordText == nil)
    #expect(!model.state.createEnabled)
    #expect(!model.state.isBusy)
    expectEqual(world.backend.pendingCount(.account), 0)
  }

  @Test func `starts over at the first edit after a success`() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    world.backend.last(.account).succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    model.eventSubject.send(.usernameChanged("Ada"))
    #expect(model.state.resultText == nil)
    expectEqual(model.state.passwordText, "Enter a password, twice.")
    world.scheduler.advance(by: 0.5)
    expectEqual(world.backend.calls(.username).count, 2)
  }

  @Test(arguments: [
    RegistrationEvent.passwordChanged(Password("a")), .passwordAgainChanged(Password("a")),
  ])
  func `checks the name again at the first password after a success`(_ edit: RegistrationEvent) throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    world.backend.last(.account).succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    model.eventSubject.send(edit)
    expectEqual(model.state.usernameStatus, .checking)
    world.scheduler.advance(by: 0.5)
    expectEqual(world.backend.calls(.username).count, 2)
    world.backend.last(.username).succeed(false)
    world.scheduler.advance()
    expectEqual(model.state.usernameStatus, .taken)
    #expect(!model.state.isBusy)
  }

  @Test func `checks a name that was edited during the creation`() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    model.eventSubject.send(.usernameChanged("merlin"))
    world.backend.last(.account).succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    expectEqual(model.state.resultText, "The account Ada was created.")
    expectEqual(model.state.usernameStatus, .checking)
    world.scheduler.advance(by: 0.5)
    expectEqual(world.backend.last(.username).input.text, "merlin")
    world.backend.last(.username).succeed(false)
    world.scheduler.advance()
    expectEqual(model.state.usernameStatus, .taken)
    expectEqual(model.state.usernameText, "This user name is taken.")
    #expect(!model.state.isBusy)
  }

  @Test func `starts no second creation during the first`() {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    model.eventSubject.send(.createButtonWasTapped)
    expectEqual(world.backend.calls(.account).count, 1)
  }

  @Test func `shows the backend's message about a name taken meanwhile`() {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    world.backend.last(.account).fail(.problem(status: 409, detail: "This user name is taken."))
    world.scheduler.advance()
    expectEqual(model.state.resultText, "This user name is taken.")
    expectEqual(model.state.resultTone, .failure)
    #expect(!model.state.isCreating)

    model.eventSubject.send(.usernameChanged("Ada"))
    #expect(model.state.resultText == nil)
    expectEqual(model.state.usernameStatus, .checking)
    #expect(model.state.isBusy)
    #expect(!model.state.createEnabled)
    world.scheduler.advance(by: 0.5)
    expectEqual(world.backend.calls(.username).count, 2)
  }

  private func create(_ error: ServiceError) {
    model.eventSubject.send(.createButtonWasTapped)
    world.backend.last(.account).fail(error)
    world.scheduler.advance()
  }

  @Test(arguments: [ServiceError.problem(status: 409, detail: "This user name is taken."), .status(409)])
  func `keeps a name taken until it changes`(error: ServiceError) {
    fill()
    create(error)
    expectEqual(model.state.usernameStatus, .taken)
    expectEqual(model.state.usernameText, "This user name is taken.")
    expectEqual(model.state.usernameTone, .failure)
    expectEqual(model.state.resultText, error.message)
    #expect(!model.state.createEnabled)
    model.eventSubject.send(.passwordChanged(Password("another")))
    model.eventSubject.send(.passwordAgainChanged(Password("another")))
    world.scheduler.advance(by: 0.5)
    expectEqual(model.state.usernameStatus, .taken)
    #expect(!model.state.createEnabled)
    model.eventSubject.send(.createButtonWasTapped)
    expectEqual(world.backend.calls(.account).count, 1)
  }

  @Test func `ignores a late check of a name that was found taken`() {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    for name in ["Adam", "Ada"] {
      model.eventSubject.send(.usernameChanged(name))
      world.scheduler.advance(by: 0.5)
    }
    world.backend.last(.account).fail(.problem(status: 409, detail: "This user name is taken."))
    world.scheduler.advance()
    world.backend.last(.username).succeed(true)
    world.scheduler.advance()
    expectEqual(model.state.usernameStatus, .taken)
    #expect(!model.state.isBusy)
  }

  @Test func `names the taken name if the field holds another one`() {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    model.eventSubject.send(.usernameChanged("Grace"))
    world.scheduler.advance(by: 0.5)
    world.backend.last(.username).succeed(true)
    world.backend.last(.account).fail(.problem(status: 409, detail: "This user name is taken."))
    world.scheduler.advance()
    expectEqual(model.state.usernameStatus, .available)
    expectEqual(model.state.resultText, "The user name Ada is taken.")
    expectEqual(model.state.resultTone, .failure)
    #expect(model.state.createEnabled)
  }

  @Test func `keeps the key of a name and a password for every retry`() {
    fill()
    for error in [.timeout, .status(500), .connectionRefused, .problem(status: 429, detail: "Slowly!")]
      as [ServiceError]
    {
      create(error)
    }
    let keys = world.backend.calls(.account).map(\.input.idempotencyKey)
    expectEqual(keys.count, 4)
    expectEqual(Set(keys).count, 1)
  }

  @Test func `keeps the key at a refusal after a lost answer`() {
    fill()
    for error in [.timeout, .status(400), .status(400)] as [ServiceError] { create(error) }
    expectEqual(Set(world.backend.calls(.account).map(\.input.idempotencyKey)).count, 1)
  }

  @Test func `uses another key after a refusal`() {
    fill()
    for error in [.status(429), .status(400), .status(400)] as [ServiceError] { create(error) }
    expectEqual(Set(world.backend.calls(.account).map(\.input.idempotencyKey)).count, 2)
  }

  @Test func `stores no key`() throws {
    let folder = TemporaryFolder()
    var world = TestWorld()
    world.environment.storage = try Storage(folder: folder.path)
    let model = RegistrationViewModel(world.environment)
    model.eventSubject.send(.usernameChanged("Ada"))
    model.eventSubject.send(.passwordChanged(Password("xyzzy-7319")))
    model.eventSubject.send(.passwordAgainChanged(Password("xyzzy-7319")))
    world.scheduler.advance(by: 0.5)
    world.backend.last(.username).succeed(true)
    world.scheduler.advance()
    model.eventSubject.send(.createButtonWasTapped)
    expectEqual(world.backend.calls(.account).count, 1)
    world.environment.storage.flush()
    expectEqual(folder.files, ["lock"])
  }

  @Test func `keeps no key on another screen`() {
    fill()
    create(.timeout)
    let other = RegistrationViewModel(world.environment)
    fill(other)
    other.eventSubject.send(.createButtonWasTapped)
    expectEqual(Set(world.backend.calls(.account).map(\.input.idempotencyKey)).count, 2)
  }

  @Test func `uses another key when the name was edited and restored`() {
    fill()
    create(.timeout)
    model.eventSubject.send(.usernameChanged("Adam"))
    fill()
    create(.timeout)
    expectEqual(Set(world.backend.calls(.account).map(\.input.idempotencyKey)).count, 2)
  }

  @Test func `uses another key for another password`() {
    fill()
    create(.timeout)
    model.eventSubject.send(.passwordChanged(Password("another")))
    model.eventSubject.send(.passwordAgainChanged(Password("another")))
    create(.timeout)
    expectEqual(Set(world.backend.calls(.account).map(\.input.idempotencyKey)).count, 2)
  }

  @Test func `ends the key at a definite refusal`() {
    fill()
    create(.problem(status: 400, detail: "No."))
    create(.timeout)
    expectEqual(Set(world.backend.calls(.account).map(\.input.idempotencyKey)).count, 2)
  }

  @Test func `reports which passwords are entered`() throws {
    expectEqual([model.state.passwordEntered, model.state.passwordAgainEntered], [false, false])
    model.eventSubject.send(.passwordChanged(Password("sesame-7")))
    expectEqual([model.state.passwordEntered, model.state.passwordAgainEntered], [true, false])
    model.eventSubject.send(.passwordChanged(Password("")))
    model.eventSubject.send(.passwordAgainChanged(Password("sesame-7")))
    expectEqual([model.state.passwordEntered, model.state.passwordAgainEntered], [false, true])
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    expectEqual([model.state.passwordEntered, model.state.passwordAgainEntered], [true, true])
    world.backend.last(.account).succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    expectEqual([model.state.passwordEntered, model.state.passwordAgainEntered], [false, false])
  }

  @Test func `reports that the passwords were cleared`() throws {
    fill()
    #expect(!model.state.passwordsCleared)
    model.eventSubject.send(.createButtonWasTapped)
    #expect(!model.state.passwordsCleared)
    world.backend.last(.account).succeed(Account(username: try Username("Ada")))
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
  func `derives the tone of the text about the passwords`(_ password: String, _ again: String, _ tone: InfoTone) {
    fill(password: password, again: again)
    expectEqual(model.state.passwordTone, tone)
  }

  @Test func `keeps the answer about another name at the next password`() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    model.eventSubject.send(.usernameChanged("merlin"))
    world.scheduler.advance(by: 0.5)
    world.backend.last(.username).succeed(true)
    world.backend.last(.account).succeed(Account(username: try Username("Ada")))
    world.scheduler.advance()
    model.eventSubject.send(.passwordChanged(Password("a")))
    world.scheduler.advance(by: 0.5)
    expectEqual(model.state.usernameStatus, .available)
    expectEqual(world.backend.calls(.username).map(\.input.text), ["Ada", "merlin"])
  }

  @Test func `accepts a name that the backend writes differently`() throws {
    fill()
    model.eventSubject.send(.createButtonWasTapped)
    world.backend.last(.account).succeed(Account(username: try Username("ada")))
    world.scheduler.advance()
    expectEqual(model.state.resultText, "The account ada was created.")
    expectEqual(model.state.usernameStatus, .registered)
    #expect(!model.state.isBusy)
    model.eventSubject.send(.passwordChanged(Password("a")))
    expectEqual(model.state.usernameStatus, .checking)
  }

  @Test func `reveals a password in no form`() throws {
    let app = AppCore(world.environment)
    let screen = app.open(.registration)
    var everything = ""
    let cancellable = screen.updates.sink {
      everything += revealed($0) + $0.state.text
    }
    for event in ["passwordChanged", "passwordAgainChanged"] {
      try screen.send(json: #"{"type":"\#(event)","text":"\#(Self.secret)"}"#)
    }
    for json in [
      #"{"type":"passwordChanged","text":["\#(Self.secret)"]}"#,
      #"{"type":"passwordChanged","secret":"\#(Self.secret)"}"#,
    ] {
      let error = #expect(throws: EventError.self) { try screen.send(json: json) }
      everything += error.map(revealed) ?? ""
    }
    try screen.send(json: #"{"type":"usernameChanged","text":"Ada"}"#)
    world.scheduler.advance(by: 0.5)
    world.backend.last(.username).succeed(true)
    world.scheduler.advance()
    try screen.send(json: #"{"type":"createButtonWasTapped"}"#)
    everything += revealed(screen.model) + revealed(RegistrationEvent.passwordChanged(Password(Self.secret)))
    world.backend.last(.account).fail(.timeout)
    world.scheduler.advance()
    everything += revealed(screen.model)
    cancellable.cancel()
    everything += revealed(world.environment) + revealed(world.environment.idempotencyKeys)
    #expect(everything.contains("Ada"))
    for word in Self.secret.split(separator: " ") { #expect(!everything.contains(word)) }
  }

  @Test func `releases everything`() {
    let world = TestWorld()
    let alive = leaks { detector in
      let model = detector.watch(RegistrationViewModel(world.environment))
      model.eventSubject.send(.usernameChanged("Ada"))
      world.scheduler.advance(by: 0.5)
      model.eventSubject.send(.usernameChanged("Grace"))
    }
    expectEqual(world.backend.pendingCount(.username), 0)
    world.scheduler.advance(by: 1)
    expectEqual(alive, [])
    expectEqual(world.backend.calls(.username).count, 1)
  }
}
