import AppTesting
import Dispatch
import ExpectSupport
import Models
import Requests
import Services
import Testing

@testable import ViewModels

/// An open balance follows a purchase beside it.
@MainActor @Suite struct BalanceChangesTests {
  let scheduler = TestScheduler()

  private func app(_ backend: Backend) -> (ScreenInstance<BalanceViewModel>, ScreenInstance<ProductViewModel>) {
    let app = AppCore(.test(backend: backend, scheduler: scheduler))
    let (balance, product) = (app.open(.balance), app.open(.product))
    balance.viewDidAppear()
    product.viewDidAppear()
    scheduler.advance()
    return (balance, product)
  }

  @Test func `shows the new balance after a purchase, without an event`() {
    let (balance, product) = app(Backend.mock(world: MockWorld(now: { .fixed })))
    expectEqual(balance.model.state.valueText, "$1,234.56")
    var isRefreshing: [Bool] = []
    let updates = balance.model.statePublisher.sink { isRefreshing.append($0.isRefreshing) }
    product.model.eventSubject.send(.purchase)
    scheduler.advance()
    updates.cancel()
    expectEqual(isRefreshing, [false, true, false])
    expectEqual(balance.model.state.valueText, "$1,035.56")
    #expect(!balance.model.state.isBusy && !product.model.state.isBusy)
  }

  @Test func `stays as it is after a purchase that failed`() {
    let (balance, product) = app(Backend.mock(world: MockWorld(now: { .fixed }), failures: ["purchase"]))
    product.model.eventSubject.send(.purchase)
    scheduler.advance()
    #expect(!balance.model.state.isRefreshing)
    expectEqual(balance.model.state.valueText, "$1,234.56")
  }

  @Test func `follows a purchase that was answered on another queue`() async {
    let queue = DispatchQueue(label: "shop")
    let (balance, product) = app(
      Backend.mock(world: MockWorld(now: { .fixed }), scheduler: queue.eraseToAnyScheduler())
        .wrapped { request, next in next(request).receive(on: queue).eraseToAnyPublisher() })
    /// Lets the queue and the main scheduler work in turn until both have nothing left to do.
    func settle() {
      for _ in 0..<10 {
        queue.sync {}
        scheduler.advance()
      }
    }
    settle()
    expectEqual(balance.model.state.valueText, "$1,234.56")
    product.model.eventSubject.send(.purchase)
    settle()
    expectEqual(balance.model.state.valueText, "$1,035.56")
  }
}
