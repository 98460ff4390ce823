import AppTesting
import Foundation
import Screens

@testable import Chat

/// The app over its world in memory, in virtual time. A second session with the storage of a first one is a restart.
@MainActor struct Session {
  let scheduler = TestScheduler()
  let storage: Storage
  let world: World
  let app: AppCore

  init(storage: Storage = Storage(), account: String? = "Ada", failures: RequestFailures = []) {
    self.storage = storage
    let context = AppDefinition.MockContext(
      now: { .fixed }, random: SeededGenerator(seed: 7), scheduler: scheduler.mainQueue, storage: storage)
    let world = World(context)
    self.world = world
    let credentials = ServerCredentials(for: World.url, in: storage)
    if let account {
      credentials.setSession(ServerSession(account: account, token: BearerToken("token"))) { _ in }
    }
    var environment = AppEnvironment.test(
      backend: world.backend(credentials).wrapped(
        FaultInjector(failures: failures, scheduler: scheduler.mainQueue).intercept),
      scheduler: scheduler)
    environment.storage = storage
    if let account { environment.account = account }
    app = AppCore(environment, .chat)
    scheduler.advance()
  }

  func open<Model>(_ screen: Screen<Model>) -> ScreenInstance<Model> where Model.Parameters: OptionalParameters {
    let instance = app.open(screen)
    instance.viewDidAppear()
    scheduler.advance()
    return instance
  }

  func openRoom(_ room: Int, message: Int? = nil) -> ScreenInstance<RoomViewModel> {
    let instance = app.open(.room, RoomParameters(room: room, message: message))
    instance.viewDidAppear()
    scheduler.advance()
    return instance
  }

  /// The newest instance of a screen that another one has opened.
  func opened<Model>(_: Screen<Model>) -> ScreenInstance<Model>? {
    app.instances.compactMap { $0 as? ScreenInstance<Model> }.last
  }

  func send<Model>(_ events: Model.Event..., to instance: ScreenInstance<Model>) throws {
    for event in events {
      try instance.send(event, confirmed: true)
      scheduler.advance()
    }
  }

  /// Signs in on the screen that the app has presented.
  func signIn(_ name: String) throws {
    guard let screen = opened(.signIn) else { preconditionFailure("The sign-in is not open.") }
    try send(.nameChanged(name), .passwordChanged(SecretText("1234")), .signInButtonWasTapped, to: screen)
  }

  /// What another person does.
  func asBob<Input, Answer>(_ operation: ServiceOperation<Input, Answer>, _ input: Input) {
    let credentials = ServerCredentials(for: World.url)
    credentials.setSession(ServerSession(account: "Bob", token: BearerToken("token"))) { _ in }
    let cancellable = world.backend(credentials).answer(operation, input).result().sink { _ in }
    cancellable.cancel()
    scheduler.advance()
  }
}

extension Message {
  static func sample(
    _ id: Int, room: Int = 1, author: String = "Bob", _ text: String = "Hello", key: IdempotencyKey? = nil
  ) -> Message {
    Message(id: id, room: room, author: author, text: text, sentAt: .fixed, key: key)
  }
}

extension IdempotencyKey {
  static func sample(_ text: String) -> IdempotencyKey { IdempotencyKey(rawValue: text)! }
}

extension NewMessage {
  static func sample(_ text: String, room: Int = 1, key: String = "key") -> NewMessage {
    NewMessage(room: room, text: text, key: .sample(key))
  }
}
