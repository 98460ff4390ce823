import AppTesting
import Screens
import Testing

@testable import Library

@MainActor @Suite struct PileTests {
  private let world = TestWorld()

  @Test func `keeps the note, and counts the pages of each book`() {
    let pile = PileViewModel(world.environment)
    pile.eventSubject.send(.writeButtonWasTapped)
    pile.eventSubject.send(.note(.textChanged("Ring twice.")))
    pile.eventSubject.send(.note(.doneButtonWasTapped))
    #expect(pile.state.note == nil)
    #expect(pile.state.noted == "Ring twice.")
    pile.eventSubject.send(.book(2, .moreButtonWasTapped))
    #expect(pile.state.books.map(\.pages) == [0, 10, 0])
    pile.eventSubject.send(.book(1, .removeButtonWasTapped))
    #expect(pile.state.books.map(\.title) == ["Middlemarch", "Walden"])
  }

  @Test func `is busy while a book is looked up, and forgets one that is removed`() throws {
    let app = AppCore(world.environment, AppDefinition(screens: AppDefinition.library.screens))
    let pile = app.open(.pile)
    try pile.send(.book(1, .lookUpButtonWasTapped))
    #expect(app.isBusy)
    world.backend.last(.books).fail(.timeout)
    world.scheduler.advance()
    #expect(pile.state.books[0].message == "The backend took too long to answer.")
    try pile.send(.book(1, .lookUpButtonWasTapped))
    try pile.send(.book(1, .removeButtonWasTapped))
    #expect(world.backend.last(.books).isCancelled)
    #expect(!app.isBusy)
    #expect(throws: EventError.refused(reason: "This row is no longer in the list.")) {
      try pile.send(.book(1, .moreButtonWasTapped))
    }
  }
}
