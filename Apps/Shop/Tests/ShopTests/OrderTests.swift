import AppTesting
import Foundation
import Screens
import Synchronization
import Testing

@testable import Shop

@MainActor @Suite struct OrderTests {
  private let session = Session()

  @Test func `follows the courier`() throws {
    let order = try session.buyTeapot()
    #expect(order.state.stage == .packing && order.state.courier == "Kim" && order.state.arrival == nil)
    session.scheduler.advance(by: .seconds(3))
    #expect(order.state.stage == .onTheWay && order.state.arrival == "In about 12 minutes")
    session.scheduler.advance(by: .seconds(6))
    #expect(order.state.stage == .delivered && order.state.tone == .positive && order.state.arrival == nil)
  }

  @Test func `loses nothing that comes while it looks for what there is`() throws {
    _ = try session.buyTeapot()
    let world = session.world
    let all = Mutex([1])
    let feed = world.feed(1) {
      let seen = all.withLock(\.self)
      if seen == [1] {
        all.withLock { $0.append(2) }
        world.news.send(1)
      }
      return seen
    }
    var received: [Int] = []
    let subscription = feed.sink(receiveCompletion: { _ in }, receiveValue: { received.append($0) })
    #expect(received == [1, 2])
    subscription.cancel()
  }

  @Test func `asks a guest for nothing, and shows the orders after a sign-in`() throws {
    let orders = session.open(.orders)
    #expect(!orders.state.isSignedIn && orders.state.message == nil && session.opened(.signIn) == nil)
    try session.send(.signInButtonWasTapped, to: orders)
    try session.signIn("Ada")
    #expect(orders.state.isSignedIn && !orders.state.isBusy)
  }

  @Test func `says that it may be old while there is no connection`() throws {
    let world = TestWorld()
    let model = OrderViewModel(7, world.environment)
    model.eventSubject.send(.viewDidAppear)
    let feed = world.backend.last(.courier)
    feed.send(World.deliveries[1])
    feed.interrupt()
    world.scheduler.advance()
    #expect(model.state.connection == "Not connected. The courier may be further than this.")
    #expect(model.state.stage == .onTheWay)
    feed.send(FeedCondition.open)
    world.scheduler.advance()
    #expect(model.state.connection == nil)
  }

  @Test func `shows a message at once, then as the shop has it, and the answer`() throws {
    try session.send(.writeButtonWasTapped, to: session.buyTeapot())
    let conversation = try #require(session.opened(.conversation))
    #expect(conversation.state.sendDisabledReason == "The message is empty.")
    try conversation.send(.textChanged("Ring twice."))
    try conversation.send(.sendButtonWasTapped)
    #expect(conversation.state.text.isEmpty)
    session.scheduler.advance()
    #expect(conversation.state.messages.map(\.text) == ["Ring twice."])
    session.scheduler.advance(by: .seconds(3))
    #expect(conversation.state.messages.map(\.author) == ["Ada", "Kim"])
    #expect(conversation.state.messages.map(\.isSent) == [true, true])
  }

  @Test func `sends a photo of what is damaged`() throws {
    try session.send(.writeButtonWasTapped, to: session.buyTeapot())
    let conversation = try #require(session.opened(.conversation))
    try session.send(.attachButtonWasTapped, to: conversation)
    let question = try #require(session.front.openQuestions.first { $0.name == "pickFile" })
    let photo = FileReference(name: "crack.png", mediaType: "image/png", bytes: [1, 2, 3])
    try session.front.answer(question.id, of: .pickFile, with: photo)
    session.scheduler.advance()
    #expect(conversation.state.photo == "crack.png" && conversation.state.sendDisabledReason == nil)
    try session.send(.sendButtonWasTapped, to: conversation)
    session.scheduler.advance(by: .seconds(3))
    #expect(conversation.state.messages.map(\.photo) == ["crack.png", nil])
    #expect(conversation.state.messages.last?.text == "I am sorry. You get a new one.")
  }
}
