import AppTesting
import Screens
import Testing

@testable import Library

@MainActor @Suite struct ShelfViewModelTests {
  private let world = TestWorld()

  @Test func `shows the books that are there`() {
    let model = ShelfViewModel(world.environment)
    model.eventSubject.send(.viewDidAppear)
    #expect(model.state.isBusy)
    world.backend.last(.books).succeed([Book(title: "Emma", isLent: false), Book(title: "Walden", isLent: true)])
    world.scheduler.advance()
    #expect(model.state == ShelfState(heading: "Books", titles: ["Emma"]))
  }

  @Test func `says why there are no books`() {
    let model = ShelfViewModel(world.environment)
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.books).fail(.timeout)
    world.scheduler.advance()
    #expect(model.state.message == "The backend took too long to answer.")
  }
}
