import AppTesting
import Screens
import Streams
import Testing

@testable import Library

@MainActor @Suite struct WishTests {
  private let world = TestWorld()

  @Test func `a wish is sent until it is granted`() {
    let model = WishViewModel(world.environment)
    model.eventSubject.send(.wishWasWritten("Emma"))
    world.scheduler.advance()
    #expect(model.state.wishes == ["Emma: sending"])
    world.backend.last(.wish).fail(.timeout)
    world.scheduler.advance()
    #expect(model.state.wishes == ["Emma: perhaps sent"])
    world.scheduler.advance(by: .seconds(1))
    world.backend.last(.wish).succeed(3)
    world.scheduler.advance()
    #expect(model.state.wishes == ["Emma: wish 3"])
  }

  @Test func `a refused wish can be dropped`() {
    let model = WishViewModel(world.environment)
    model.eventSubject.send(.wishWasWritten("Emma"))
    model.eventSubject.send(.wishWasWritten("Walden"))
    world.scheduler.advance()
    world.backend.last(.wish).fail(.problem(status: 403, detail: "It is too dear."))
    world.scheduler.advance()
    #expect(model.state.wishes == ["Emma: refused, It is too dear.", "Walden: behind another"])
    model.eventSubject.send(.dropButtonWasTapped)
    world.scheduler.advance()
    #expect(model.state.wishes == ["Walden: sending"])
  }
}
