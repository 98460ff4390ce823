import AppTesting
import Foundation
import Screens
import Testing

@testable import Library

/// The list, the book that a row opens, and the form that the book opens.
@MainActor @Suite struct CatalogueTests {
  private let world = TestWorld()
  private let app: AppCore

  init() {
    app = AppCore(world.environment, AppDefinition(screens: AppDefinition.library.screens))
  }

  private func book(_ id: Int, _ title: String = "Emma") -> CatalogueBook {
    CatalogueBook(id: id, title: title, genre: .novel, rating: nil, price: 9, due: nil)
  }

  /// A catalogue of three books.
  private func openCatalogue() -> ScreenInstance<CatalogueViewModel> {
    let catalogue = app.open(.catalogue)
    catalogue.viewDidAppear()
    world.backend.last(.catalogue).succeed(CataloguePage(books: (1...3).map { book($0) }, hasMore: false))
    world.scheduler.advance()
    return catalogue
  }

  /// The instance of a screen that another one opened.
  private func instance<Model>(of _: Screen<Model>) throws -> ScreenInstance<Model> {
    try #require(app.instances.compactMap { $0 as? ScreenInstance<Model> }.last)
  }

  @Test func `refuses more books when there are none, with the reason of the state`() throws {
    let catalogue = openCatalogue()
    #expect(catalogue.state.moreDisabledReason == "These are all books.")
    #expect(throws: EventError.refused(reason: "These are all books.")) {
      try catalogue.send(.moreButtonWasTapped)
    }
    #expect(!catalogue.isBusy)
  }

  @Test func `shows why a page is missing, and loads it again`() throws {
    let catalogue = app.open(.catalogue)
    catalogue.viewDidAppear()
    world.backend.last(.catalogue).fail(.timeout)
    world.scheduler.advance()
    #expect(catalogue.state.message == ServiceError.timeout.message)
    try catalogue.send(.moreButtonWasTapped)
    world.backend.last(.catalogue).succeed(CataloguePage(books: [book(1)], hasMore: false))
    world.scheduler.advance()
    #expect(catalogue.state.message == nil)
    #expect(catalogue.state.books.map(\.id) == [1])
  }

  @Test func `refuses an event of a row that is gone, and clears the selection`() throws {
    let catalogue = openCatalogue()
    try catalogue.send(.bookWasSelected(2))
    try catalogue.send(.genreChanged(.poetry))
    #expect(catalogue.state.selected == nil)
    #expect(throws: EventError.self) { try catalogue.send(.openButtonWasTapped(2)) }
    #expect(app.instances.count == 1)
  }

  @Test func `a book needs its number`() throws {
    let error = #expect(throws: AppCommandError.self) { try app.open("book") }
    #expect(error?.inputError == InputError(.missingMember, at: JSONPointer("id"), expected: "an integer"))
    #expect(app.instances.isEmpty)
  }

  @Test func `a book that was edited comes back to the list`() throws {
    let catalogue = openCatalogue()
    try catalogue.send(.openButtonWasTapped(2))
    let detail = try instance(of: .book)
    detail.viewDidAppear()
    world.backend.last(.book).succeed(book(2))
    world.scheduler.advance()
    try detail.send(.bookWasReviewed(rating: 4.5, text: "Fine."))

    try detail.send(.editButtonWasTapped)
    let form = try instance(of: .edit)
    #expect(throws: EventError.refused(reason: "Nothing was changed.")) { try form.send(.saveButtonWasTapped) }
    try form.send(.titleChanged("Persuasion"))
    #expect(form.leave() != .left)
    #expect(form.state.question == "Discard what was changed?")
    try form.send(.saveButtonWasTapped)
    #expect(form.isBusy)
    var saved = book(2, "Persuasion")
    saved.rating = 4.5
    world.backend.last(.revise).succeed(saved)
    world.scheduler.advance()
    #expect(!form.isOpen)
    #expect(detail.state.title == "Persuasion")

    try detail.send(.doneButtonWasTapped)
    #expect(app.instances.count == 1)
    #expect(catalogue.state.books[1].title == "Persuasion")
    #expect(catalogue.state.books[1].rating == 4.5)
  }

  @Test func `closing the list closes what it has opened`() throws {
    let catalogue = openCatalogue()
    try catalogue.send(.openButtonWasTapped(1))
    catalogue.close()
    #expect(app.instances.isEmpty)
  }
}
