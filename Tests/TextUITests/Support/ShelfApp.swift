import Screens
import Streams
import TextUI

/// An app with a list of books, and all controls that a form of it has.
@MainActor final class ShelfApp: TextApp {
  let core = AppCore(AppEnvironment(), AppDefinition(screens: []))
  let shelf = ShelfView()

  var screens: [TextScreen] {
    [TextScreen("shelf", about: "Books.") { [shelf] _ in TextScreenInstance(shelf) }]
  }

  /// A command that stands for a change from outside, such as another user's.
  var commands: [Command] {
    [
      Command("reverse", "turn the books around") { [shelf] _, _ in shelf.books.reverse() },
      Command("clear", "remove the books") { [shelf] _, _ in shelf.books = [] },
    ]
  }
}

enum Genre: String, CaseIterable {
  case novel, poetry, play
}

@MainActor final class ShelfView: ScreenView {
  let canvas: Canvas
  let list = List<Int>("books", emptyText: "There are no books.")
  let lend: RowButton<Int>
  let genre = ChoiceField<Genre>("genre")
  let rating = NumberField<Int>("rating", in: 1...5)
  let due = DateField("due")
  let submit = Button("submit")
  let info = Label("info")
  var books: [Int] = [] {
    didSet { showBooks() }
  }
  private var cancellables: Set<AnyCancellable> = []

  init() {
    lend = RowButton("lend", in: list)
    canvas = Canvas([info, list, lend, genre, rating, due, submit])
    submit.disabledReason = "No genre was chosen."
    lend.rowPublisher.sink { [info] in info.text = "Book \($0) was lent." }.store(in: &cancellables)
    genre.optionPublisher.sink { [submit] _ in submit.disabledReason = nil }.store(in: &cancellables)
    books = Array(1...45)
    showBooks()
  }

  private func showBooks() {
    list.setRows(books, id: { $0 }, text: { "Book \($0)" })
    canvas.display()
  }
}
