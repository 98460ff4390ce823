import AppTesting
import Foundation
import Screens
import Testing

@testable import Shop

@MainActor @Suite struct TillTests {
  @Test func `a guest signs in, and then pays once`() throws {
    let session = Session()
    let product = session.openProduct(1)
    try session.send(.addButtonWasTapped, to: product)
    let till = session.open(.till)
    try session.send(.payButtonWasTapped, to: till)
    #expect(till.state.isBusy && till.state.payDisabledReason == "It is being paid.")
    try session.signIn("Ada")
    #expect(session.opened(.order)?.state.total == Price(amount: 34))
    #expect(till.state.basket.lines.isEmpty && product.state.basket.lines.isEmpty)
    #expect(session.open(.orders).state.orders.map(\.title) == ["Order 1"])
  }

  @Test func `a guest who does not sign in does not pay`() throws {
    let session = Session()
    try session.send(.addButtonWasTapped, to: session.openProduct(1))
    let till = session.open(.till)
    try session.send(.payButtonWasTapped, to: till)
    try #require(session.opened(.signIn)).close()
    session.scheduler.advance()
    #expect(till.state.message != nil && till.state.payDisabledReason == nil)
    #expect(till.state.basket.lines.count == 1)
  }

  @Test func `says that it may be paid when the answer is lost, and pays only once`() throws {
    let session = Session(failures: ["pay:1:lost"])
    try session.send(.addButtonWasTapped, to: session.openProduct(1))
    let till = session.open(.till)
    try session.send(.payButtonWasTapped, to: till)
    try session.signIn("Ada")
    #expect(
      till.state.message?.hasSuffix("It may have been carried out. Asking again carries it out once only.") == true)
    #expect(till.state.basket.lines.count == 1)
    try session.send(.payButtonWasTapped, to: till)
    #expect(till.state.message == nil && till.state.basket.lines.isEmpty)
    #expect(session.open(.orders).state.orders.map(\.title) == ["Order 1"])
  }

  @Test func `says what was paid by a try of an earlier process`() {
    let world = TestWorld()
    var facts = TillFacts()
    let order = Order(id: 1, lines: [], total: Price(amount: 0), placedAt: .fixed)
    facts.payment = .loaded(IdempotentAnswer(order, earlierWish: .fixed))
    let state = TillState(facts, world.environment)
    #expect(state.note == "This was paid for before. Pay again to have it twice." && state.paidAt == .fixed)
  }

  @Test func `does not pay another price than the one that is shown`() throws {
    let session = Session()
    session.app.environment.basket.add(
      Product(id: 1, name: "Teapot", about: "", price: Price(amount: 1), picture: ""))
    let till = session.open(.till)
    try session.send(.payButtonWasTapped, to: till)
    try session.signIn("Ada")
    #expect(till.state.message == "A price has changed.")
  }
}
