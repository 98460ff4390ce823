import AppTesting
import Foundation
import Screens
import Testing

@testable import Shop

@MainActor @Suite struct BasketTests {
  private let session = Session()

  private func undo() throws {
    let question = try #require(session.front.openQuestions.first)
    #expect(question.input(of: .notify, for: session.front)?.text == "Removed: Teapot")
    try session.front.answer(question.id, of: .notify, with: .action)
    session.scheduler.advance()
  }

  @Test func `is one for the product and the till`() throws {
    let (product, till) = (session.openProduct(1), session.open(.till))
    try session.send(.addButtonWasTapped, .addButtonWasTapped, to: product)
    #expect(till.state.basket.lines.map(\.count) == [2])
    try session.send(.basket(.moreButtonWasTapped(1)), to: till)
    #expect(product.state.basket.lines.map(\.name) == ["Teapot"])
    #expect(product.state.basket.total == Price(amount: 102))
    try session.send(.basket(.fewerButtonWasTapped(1)), .basket(.fewerButtonWasTapped(1)), to: till)
    #expect(till.state.basket.lines[0].fewerDisabledReason == "This is the last one.")
  }

  @Test func `puts back what was removed, with its number`() throws {
    let (product, till) = (session.openProduct(1), session.open(.till))
    try session.send(.addButtonWasTapped, .addButtonWasTapped, .basket(.removeButtonWasTapped(1)), to: product)
    #expect(till.state.basket.lines.isEmpty && till.state.payDisabledReason == "The basket is empty.")
    try undo()
    #expect(till.state.basket.lines.map(\.count) == [2])
  }

  @Test func `puts back what was removed also when it was added again meanwhile`() throws {
    let product = session.openProduct(1)
    try session.send(
      .addButtonWasTapped, .addButtonWasTapped, .basket(.removeButtonWasTapped(1)), .addButtonWasTapped, to: product)
    try undo()
    #expect(product.state.basket.lines.map(\.count) == [3])
  }

  @Test func `goes with the guest who signs in, and stays with the account`() throws {
    try session.send(.addButtonWasTapped, to: session.openProduct(1))
    let account = session.open(.account)
    try session.send(.signInButtonWasTapped, to: account)
    try session.signIn("Ada")
    let till = session.open(.till)
    #expect(till.state.basket.lines.map(\.name) == ["Teapot"])
    try session.send(.signOutButtonWasTapped, to: account)
    #expect(till.state.basket.lines.isEmpty)
  }

  @Test func `outlives the process`() throws {
    try session.send(.addButtonWasTapped, to: session.openProduct(1))
    session.storage.flush()
    #expect(Session(storage: session.storage).open(.till).state.basket.lines.map(\.name) == ["Teapot"])
  }
}
