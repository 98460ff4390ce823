import AppTesting
import Foundation
import Screens

@testable import Expenses

/// The app over its world in memory, in virtual time. A second session with the storage of a first one is a restart.
@MainActor struct Session {
  let scheduler = TestScheduler()
  let storage: Storage
  let app: AppCore

  init(count: Int = 10, storage: Storage = Storage(), isSignedIn: Bool = true) {
    self.storage = storage
    let context = Self.context(scheduler, storage, isSignedIn: isSignedIn)
    var environment = AppEnvironment.test(
      backend: World(context, count: count).backend, scheduler: scheduler)
    environment.storage = storage
    environment.isMock = true
    app = AppCore(environment, AppDefinition(screens: AppDefinition.expenses.screens))
  }

  static func context(
    _ scheduler: TestScheduler, _ storage: Storage = Storage(), isSignedIn: Bool = true
  ) -> AppDefinition.MockContext {
    if isSignedIn {
      ServerCredentials(for: World.url, in: storage).setToken(BearerToken("token")) { _ in }
      storage.flush()
    }
    return AppDefinition.MockContext(
      now: { .fixed }, random: SeededGenerator(seed: 7), scheduler: scheduler.mainQueue, storage: storage)
  }

  func openJournal() -> ScreenInstance<JournalViewModel> {
    let journal = app.open(.journal)
    journal.viewDidAppear()
    scheduler.advance()
    return journal
  }

  /// The newest instance of a screen that another one has opened.
  func opened<Model>(_: Screen<Model>) -> ScreenInstance<Model>? {
    app.instances.compactMap { $0 as? ScreenInstance<Model> }.last
  }

  func send<Model>(_ events: Model.Event..., to instance: ScreenInstance<Model>) throws {
    for event in events {
      try instance.send(event)
      scheduler.advance()
    }
  }
}

extension Price {
  static func eur(_ amount: Decimal) -> Price { Price(amount: amount, currency: .eur) }
}

extension Expense {
  static func sample(_ id: Int, _ note: String = "Lunch", amount: Decimal = 12.5) -> Expense {
    Expense(id: id, details: ExpenseDetails(amount: amount, date: .fixed, note: note), version: .number(1))
  }
}
