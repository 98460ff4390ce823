import AppTesting
import ExpectSupport
import Foundation
import HTTP
import HTTPSupport
import Models
import RequestsSupport
import Services
import Support
import Testing

@testable import ViewModels

/// An open balance follows what the backend tells without being asked, where it offers that.
@MainActor @Suite(.timeLimit(.minutes(30))) struct LatestBalancesTests {
  let world = TestWorld(offering: ["balance-changes"])

  private func openBalance() -> (AppCore, ScreenInstance<BalanceViewModel>) {
    let app = AppCore(world.environment)
    let balance = app.open(.balance)
    balance.viewDidAppear()
    return (app, balance)
  }

  @Test func `follows the purchase of another client over HTTP`() async throws {
    let world = MockWorld(now: { .fixed })
    let endpoints = HTTPEndpoints(Backend.mock(world: world, offersFeeds: true), routes: HTTPRoute.services)
    let server = try LoopbackServer { Answer(of: endpoints, to: $0) }
    defer { server.close() }
    let url = try #require(URL(string: server.url))
    let app = AppCore(.live(backend: .http(url, timeout: .seconds(3_600))))
    let other = AppCore(.live(backend: .http(url, timeout: .seconds(3_600))))
    let balance = app.open(.balance)
    balance.viewDidAppear()
    for await state in balance.model.statePublisher.values where state.valueText == "$1,234.56" && !state.isRefreshing {
      break
    }
    let product = other.open(.product)
    try await other.untilIdle { product.viewDidAppear() }
    try await other.untilIdle { product.model.eventSubject.send(.purchase) }
    for await state in balance.model.statePublisher.values where state.valueText == "$1,035.56" { break }
    #expect(!app.isBusy)
    expectEqual(server.requests.count { $0.target == "/balance" }, 1)
  }

  @Test func `shows what is told, and is idle meanwhile`() {
    let (app, balance) = openBalance()
    world.backend.last(.balance).fail()
    world.scheduler.advance()
    #expect(balance.model.state.didFail)
    world.backend.last(.balanceChanges).send(.cents(500))
    world.scheduler.advance()
    expectEqual(balance.model.state.valueText, "$5.00")
    #expect(!balance.model.state.didFail && !app.isBusy)
    expectEqual(world.backend.calls(.balance).count, 1)
  }

  @Test func `keeps what was told after an older answer`() {
    let (_, balance) = openBalance()
    world.backend.last(.balanceChanges).send(.cents(500))
    world.scheduler.advance()
    #expect(balance.model.state.isRefreshing && balance.model.state.valueText == "$5.00")
    world.backend.last(.balance).succeed(.cents(900, ago: 1))
    world.scheduler.advance()
    #expect(!balance.model.state.isRefreshing && balance.model.state.valueText == "$5.00")
    balance.model.eventSubject.send(.refreshButtonWasTapped)
    world.backend.last(.balance).succeed(.cents(400))
    world.scheduler.advance()
    expectEqual(balance.model.state.valueText, "$4.00")
  }

  @Test func `says nothing of a feed that is interrupted or fails`() {
    let (_, balance) = openBalance()
    world.backend.last(.balance).succeed(.cents(900))
    world.scheduler.advance()
    let before = balance.model.state
    let feed = world.backend.last(.balanceChanges)
    feed.interrupt()
    feed.fail(.problem(status: 404, detail: "There is nothing here."))
    world.scheduler.advance()
    expectEqual(balance.model.state, before)
    balance.model.eventSubject.send(.refreshButtonWasTapped)
    expectEqual(world.backend.calls(.balanceChanges).count, 1)
  }

  @Test func `follows the new account after a sign-in, and nothing of the old one`() {
    let (_, balance) = openBalance()
    world.backend.last(.balance).succeed(.cents(900, ago: 60))
    let old = world.backend.last(.balanceChanges)
    old.send(.cents(800))
    world.scheduler.advance()
    old.send(.cents(700))
    world.environment.account = "ada"
    #expect(old.isCancelled)
    world.scheduler.advance()
    expectEqual(balance.model.state.valueText, "$8.00")
    balance.model.eventSubject.send(.refreshButtonWasTapped)
    world.backend.last(.balance).succeed(.cents(300, ago: 60))
    world.scheduler.advance()
    expectEqual(balance.model.state.valueText, "$3.00")
    world.backend.last(.balanceChanges).send(.cents(200))
    world.scheduler.advance()
    expectEqual(balance.model.state.valueText, "$2.00")
  }

  @Test func `asks for nothing before it has appeared, and ends with the screen`() {
    let app = AppCore(world.environment)
    do {
      let balance = app.open(.balance)
      #expect(world.backend.calls.isEmpty)
      balance.viewDidAppear()
      expectEqual(world.backend.pendingCount(.balanceChanges), 1)
      balance.close()
    }
    world.scheduler.advance()
    expectEqual(world.backend.pendingCount(.balanceChanges), 0)
  }

  @Test func `is not asked for where it is not offered`() {
    let world = TestWorld()
    let balance = AppCore(world.environment).open(.balance)
    balance.viewDidAppear()
    #expect(world.backend.calls(.balanceChanges).isEmpty)
    expectEqual(world.backend.calls.count, 1)
  }
}
