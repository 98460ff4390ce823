import AppTesting
import Foundation
import Screens

@testable import Shop

/// The shop over its world in memory, in virtual time. A second session with the storage of a first one is a restart.
@MainActor struct Session {
  let scheduler = TestScheduler()
  let storage: Storage
  let world: World
  let app: AppCore
  let front: AppFront

  init(storage: Storage = Storage(), failures: RequestFailures = []) {
    self.storage = storage
    let context = AppDefinition.MockContext(
      now: { .fixed }, random: SeededGenerator(seed: 7), scheduler: scheduler.mainQueue, storage: storage)
    world = World(context)
    var environment = AppEnvironment.test(
      backend: world.backend.wrapped(FaultInjector(failures: failures, scheduler: scheduler.mainQueue).intercept),
      scheduler: scheduler)
    environment.storage = storage
    app = AppCore(environment, .shop)
    front = app.attach(.prompt, answers: [AppFront.anyQuestion])
    scheduler.advance()
  }

  func open<Model>(_ screen: Screen<Model>) -> ScreenInstance<Model> where Model.Parameters: OptionalParameters {
    let instance = app.open(screen)
    instance.viewDidAppear()
    scheduler.advance()
    return instance
  }

  func openProduct(_ id: Int) -> ScreenInstance<ProductViewModel> {
    let instance = app.open(.product, ProductParameters(id: id))
    instance.viewDidAppear()
    scheduler.advance()
    return instance
  }

  /// The newest instance of a screen that another one has opened, which has appeared.
  func opened<Model>(_: Screen<Model>) -> ScreenInstance<Model>? {
    let instance = app.instances.compactMap { $0 as? ScreenInstance<Model> }.last
    instance?.viewDidAppear()
    scheduler.advance()
    return instance
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

  /// Pays for a teapot, and returns the order.
  func buyTeapot(as name: String = "Ada") throws -> ScreenInstance<OrderViewModel> {
    try send(.addButtonWasTapped, to: openProduct(1))
    try send(.payButtonWasTapped, to: open(.till))
    if app.environment.account.isEmpty { try signIn(name) }
    guard let order = opened(.order) else { preconditionFailure("It is not paid.") }
    return order
  }
}
