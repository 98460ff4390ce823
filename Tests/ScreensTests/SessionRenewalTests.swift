import AppTesting
import ExpectSupport
import Foundation
import StreamsTesting
import Testing

extension ServiceOperation<Void, Int> {
  fileprivate static var load: Self { Self("load") }
}

private struct WorkState: ScreenState {
  var text = ""
  var isBusy = false

  static let fields: Fields<WorkState> = [Field(\.text, "What has come of it."), Field(\.isBusy, "Whether it works.")]
  static let samples = [WorkState()]
}

private enum WorkEvent: ScreenEvent {
  case loadButtonWasTapped

  static let cases: [EventCase<WorkEvent>] = [EventCase(.loadButtonWasTapped, "Load it.")]
}

private final class WorkViewModel: ViewModel {
  let eventSubject = EventSubject<WorkEvent>()
  @Published private(set) var state = WorkState()
  var statePublisher: Published<WorkState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    environment.renewSession(presenting: .gate).store(in: &cancellables)
    eventSubject.flatMap { [unowned self] _ in
      state.isBusy = true
      return environment.backend.answer(.load).result()
    }
    .sink { [unowned self] result in
      state.isBusy = false
      switch result {
      case .success(let number): state.text = "\(number)"
      case .failure(let error): state.text = error.message
      }
    }
    .store(in: &cancellables)
  }
}

private enum GateEvent: ScreenEvent {
  case workBegan
  case signInButtonWasTapped

  static let cases: [EventCase<GateEvent>] = [
    EventCase(.workBegan, "Ask the service."), EventCase(.signInButtonWasTapped, "Sign in."),
  ]
}

private struct GateOutcome: ScreenOutcome, JSONRecord {
  var name: String

  static let record = Codec(GateOutcome.init(name:), \.name)
}

private final class GateViewModel: ViewModel {
  typealias Outcome = GateOutcome

  let eventSubject = EventSubject<GateEvent>()
  @Published private(set) var state = WorkState()
  var statePublisher: Published<WorkState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject.sink { [unowned self] event in
      switch event {
      case .workBegan: state.isBusy = true
      case .signInButtonWasTapped:
        state.isBusy = false
        for credentials in environment.backend.credentials {
          credentials.setToken(BearerToken("token")) { _ in }
        }
        environment.navigator.close(with: GateOutcome(name: "Ada"))
      }
    }
    .store(in: &cancellables)
  }
}

extension Screen<WorkViewModel> {
  fileprivate static var work: Self { Screen("work", about: "Loads.") { WorkViewModel($1) } }
}

extension Screen<GateViewModel> {
  fileprivate static var gate: Self { Screen("gate", about: "Where a person signs in.") { GateViewModel($1) } }
}

/// Screens that wait for a person who signs in.
@MainActor @Suite struct SessionRenewalTests {
  private let credentials = ServerCredentials(for: URL(string: "https://example.org")!)
  private let answers = PassthroughSubject<Int, ServiceError>()
  private let scheduler = TestScheduler()
  private let app: AppCore
  private let work: ScreenInstance<WorkViewModel>

  init() throws {
    let answers = answers
    let credentials = credentials
    let backend = Backend.handlers(
      [
        ServiceHandler(publishing: .load) {
          credentials.hasToken ? answers.first().eraseToAnyPublisher() : Fail(error: .status(401)).eraseToAnyPublisher()
        }
      ], session: credentials)
    app = AppCore(
      .test(backend: backend, scheduler: scheduler), AppDefinition(screens: [AnyScreen(.work), AnyScreen(.gate)]))
    work = app.open(.work)
    try send(.loadButtonWasTapped, to: work)
  }

  private func send<Model: ViewModel>(_ event: Model.Event, to instance: ScreenInstance<Model>) throws {
    try instance.send(event)
    scheduler.advance()
  }

  private func answer() {
    answers.send(7)
    scheduler.advance()
  }

  private var gate: ScreenInstance<GateViewModel>? { app.instances.last as? ScreenInstance<GateViewModel> }

  @Test func `while a person is asked to sign in, only the sign-in is busy`() throws {
    let gate = try #require(gate)
    #expect(work.state.isBusy && !work.isBusy && !app.isBusy)
    try send(.workBegan, to: gate)
    #expect(gate.isBusy && app.isBusy && !work.isBusy)
    try send(.signInButtonWasTapped, to: gate)
    #expect(work.isBusy && app.isBusy)
    answer()
    #expect(work.state.text == "7" && !app.isBusy)
  }

  @Test func `a front is idle while a person is asked, and busy with what is sent after that`() throws {
    let gate = try #require(gate)
    let front = app.attach(.prompt)
    try front.open(.work).send(.loadButtonWasTapped)
    scheduler.advance()
    #expect(!front.isBusy)
    try send(.signInButtonWasTapped, to: gate)
    #expect(front.isBusy)
    answer()
    #expect(!front.isBusy)
  }

  @Test func `a sign-in that is closed ends what waits`() throws {
    try #require(gate).close()
    scheduler.advance()
    expectEqual(work.state.text, "You are not signed in.")
    #expect(!work.isBusy && !app.isBusy)
    try send(.loadButtonWasTapped, to: work)
    #expect(gate != nil && !app.isBusy)
  }

  @Test(arguments: ["eve", "ada"])
  func `a session of another account is forgotten when an app starts, and a sign-in is asked for`(
    account: String
  ) throws {
    let credentials = ServerCredentials(for: URL(string: "https://example.org")!)
    credentials.setSession(ServerSession(account: account, token: BearerToken("old"))) { _ in }
    let backend = Backend.handlers(
      [ServiceHandler(publishing: .load) { Fail(error: .status(401)).eraseToAnyPublisher() }], session: credentials)
    let environment = AppEnvironment.test(backend: backend, scheduler: scheduler)
    environment.account = "ada"
    let app = AppCore(environment, AppDefinition(screens: [AnyScreen(.work), AnyScreen(.gate)]))
    #expect(credentials.hasToken == (account == "ada"))
    try send(.loadButtonWasTapped, to: app.open(.work))
    #expect(app.instances.last is ScreenInstance<GateViewModel>)
  }
}
