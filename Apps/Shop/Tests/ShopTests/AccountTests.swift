import AppTesting
import Foundation
import Screens
import Testing

@testable import Shop

@MainActor @Suite struct AccountTests {
  private let session = Session()

  @Test func `leaves nothing of one account to the next`() throws {
    try session.send(.writeButtonWasTapped, to: session.buyTeapot())
    let (orders, till, account) = (session.open(.orders), session.open(.till), session.open(.account))
    try session.send(.addButtonWasTapped, to: session.openProduct(2))
    #expect(orders.state.orders.count == 1 && till.state.basket.lines.count == 1 && account.state.account == "Ada")
    try session.send(.signOutButtonWasTapped, to: account)
    #expect(orders.state.orders.isEmpty && till.state.basket.lines.isEmpty && account.state.account == nil)
    let shop = try #require(session.app.appInstance(of: ShopModel.self))
    #expect(shop.state.account == nil)
    let open = Set(session.app.instances.map(\.name))
    #expect(open.isDisjoint(with: ["order", "conversation"]))
    try session.send(.signInButtonWasTapped, to: account)
    try session.signIn("Bob")
    #expect(orders.state.orders.isEmpty && till.state.basket.lines.isEmpty && account.state.account == "Bob")
    #expect(shop.state.account == "Bob")
    #expect(session.app.open(.order, OrderParameters(id: 1)).state.total == nil)
  }

  @Test func `what was removed by one account is not put back by the next`() throws {
    let account = session.open(.account)
    let product = session.openProduct(1)
    try session.send(.addButtonWasTapped, .basket(.removeButtonWasTapped(1)), to: product)
    try session.send(.signInButtonWasTapped, to: account)
    try session.signIn("Ada")
    try session.send(.signOutButtonWasTapped, to: account)
    #expect(session.front.openQuestions.isEmpty)
    #expect(session.open(.till).state.basket.lines.isEmpty)
  }

  @Test func `refuses a wrong password`() throws {
    try session.send(.signInButtonWasTapped, to: session.open(.account))
    let signIn = try #require(session.opened(.signIn))
    try session.send(
      .nameChanged("Ada"), .passwordChanged(SecretText("4321")), .signInButtonWasTapped, to: signIn)
    #expect(signIn.state.message == "The name or the password is wrong.")
  }

  @Test func `a session that ends while a message is sent asks once, and sends it once`() throws {
    try session.send(.writeButtonWasTapped, to: session.buyTeapot())
    let conversation = try #require(session.opened(.conversation))
    session.world.expire()
    try session.send(.textChanged("Ring twice."), .sendButtonWasTapped, to: conversation)
    #expect(conversation.state.messages.map(\.isSent) == [false])
    #expect(session.opened(.signIn)?.state.name == "Ada")
    try session.signIn("Ada")
    session.scheduler.advance(by: .seconds(3))
    #expect(conversation.state.messages.map(\.text) == ["Ring twice.", "I am on my bicycle."])
    #expect(conversation.state.messages.map(\.isSent) == [true, true])
    #expect(session.opened(.signIn) == nil)
  }
}
