import AppTesting
import Foundation
import Testing

/// The environments for tests, used as a user of the layers uses them.
@MainActor @Suite struct TestWorldTests {
  @Test func `answers when the test says so`() {
    let world = TestWorld()
    let model = BalanceViewModel(world.environment)
    model.eventSubject.send(.viewDidAppear)
    #expect(model.state.isRefreshing)
    world.services.balances.last.succeed(Balance(value: Money(amount: 5), date: .fixed))
    world.scheduler.advance()
    #expect(model.state.valueText == "$5.00")
    #expect(model.state.infoText == "Last update: Today at 3:04:05 PM.")
  }

  @Test func `reaches every service`() throws {
    let world = TestWorld()
    let backend = Backend(world.services)
    let key = try #require(IdempotencyKey(rawValue: "key-0123456789abcdef"))
    let account = NewAccount(username: try Username("ada"), password: Password("xyzzy"))
    let cancellables = [
      backend.balance.balance().sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
      backend.products.product(id: "wand").sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
      backend.products.purchaseProduct(id: "cloak", idempotencyKey: key)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
      backend.accounts.usernameAvailable(account.username)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
      backend.accounts.createAccount(account, idempotencyKey: key)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
    ]
    #expect(cancellables.count == ServiceOperation.all.count, "call the new operation here too")
    #expect(world.services.balances.pendingCount == 1)
    #expect(world.services.products.last.request == "wand")
    #expect(world.services.purchases.last.request == ("cloak", key))
    #expect(world.services.usernames.last.request == account.username)
    #expect(world.services.accounts.last.request == (account, key))
    for cancellable in cancellables { cancellable.cancel() }
  }

  @Test func `publishes the day changes of the test`() {
    let world = TestWorld()
    var count = 0
    let cancellable = world.environment.dayChanges.sink { count += 1 }
    world.dayChanges.send()
    #expect(count == 1)
    cancellable.cancel()
  }

  @Test func `repeats the random numbers of a seed`() {
    func numbers(_ seed: UInt64) -> [Int] {
      let model = CounterViewModel(.test(seed: seed))
      return (1...10).map { _ in
        model.eventSubject.send(.nextButtonWasTapped)
        return model.state.number
      }
    }
    #expect(numbers(7) == numbers(7))
    #expect(numbers(7) != numbers(8))
  }

  @Test func `fails on cue with a mock world`() throws {
    let scheduler = TestScheduler()
    let failures = try MockFailures(parsing: "balance:2")
    let model = BalanceViewModel(.test(backend: .mock(world: .test(), failures: failures), scheduler: scheduler))
    let texts = (1...3).map { _ in
      model.eventSubject.send(.refreshButtonWasTapped)
      scheduler.advance()
      return model.state.failureText
    }
    #expect(texts == [nil, "Something went wrong!", nil])
    #expect(scheduler.isIdle)
  }

  @Test func `notices midnight with the timer of the live environment`() {
    let scheduler = TestScheduler()
    let clock = { @Sendable in Date.fixed + Double(scheduler.now.sinceStart.magnitude) / 1e9 }
    let model = BalanceViewModel(.test(scheduler: scheduler, now: clock, dayChanges: nil))
    model.eventSubject.send(.viewDidAppear)
    scheduler.advance(by: .seconds(9 * 3_600))
    #expect(model.state.infoText.contains("Yesterday at"))
  }
}
