import AppTesting
import Foundation
import Testing
import ViewModels

@MainActor @Suite struct BalanceViewModelTests {
  @Test func `shows the newest answer and why a refresh failed`() {
    let world = TestWorld()
    let model = BalanceViewModel(world.environment)

    model.eventSubject.send(.viewDidAppear)
    #expect(model.state.refreshButtonHidden)
    world.backend.last(.balance).succeed(Balance(value: Money(amount: 5), date: .fixed))
    world.scheduler.advance()
    #expect(model.state.valueText == "$5.00")

    model.eventSubject.send(.refreshButtonWasTapped)
    world.backend.last(.balance).fail(.timeout)
    world.scheduler.advance()
    #expect(model.state.valueText == "$5.00")
    #expect(model.state.failureText == "The backend took too long to answer.")
  }

  @Test func `buys with the money of the mock world`() {
    let scheduler = TestScheduler()
    let app = AppCore(.test(backend: .mock(world: MockWorld(now: { .fixed })), scheduler: scheduler))
    let product = app.open(.product, ProductParameters(id: "cloak"))
    product.viewDidAppear()
    scheduler.advance()
    product.model.eventSubject.send(.purchase)
    scheduler.advance()
    #expect(product.model.state.receiptText == "Purchased for $349.50. Today at 3:04:05 PM.")
  }
}
