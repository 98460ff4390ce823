import ScreenServer

/// A row of the list. As JSON it has about 110 bytes.
struct BookRow: ListRow {
  let id: Int
  var title: String
  var author: String
  var isRead = false
  var rating: Int?

  static let fields: Fields<BookRow> = [
    Field(\.id, "The number of the book."),
    Field(\.title, "The title."),
    Field(\.author, "The author."),
    Field(\.isRead, "Whether the user has read the book."),
    Field(\.rating, "How many stars the user gives."),
  ]
}

struct BookListState: ScreenState {
  var title = "Books"
  var rows: [BookRow] = []
  var isBusy: Bool { false }

  static let fields: Fields<BookListState> = [
    Field(\.title, "What stands above the books."),
    Field(\.rows, "The books."),
  ]
}

enum BookListEvent: ScreenEvent {
  case bookWasMarked(Int)
  case booksWereMarked(Int)
  case bookWasAdded(Int)
  case sortButtonWasTapped

  static let cases: [EventCase<BookListEvent>] = [
    EventCase(bookWasMarked, member: "id", "The user has read the book, or not.").row(of: \BookListState.rows),
    EventCase(booksWereMarked, member: "first", "The user has read ten books, or not."),
    EventCase(bookWasAdded, member: "index", "A book is added."),
    EventCase(.sortButtonWasTapped, "Sort the books by title, or the other way round."),
  ]
}

struct BookListParameters: OptionalParameters {
  var count = 10_000

  static let fields: Fields<BookListParameters> = [Field(\.count, "How many books there are.")]
}

/// A list as its author would write it: the state is published, and an event changes a row in it.
final class BookListViewModel: ViewModel {
  typealias Parameters = BookListParameters

  let eventSubject = EventSubject<BookListEvent>()
  @Published private(set) var state = BookListState()
  var statePublisher: Published<BookListState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init(_ parameters: BookListParameters) {
    state.rows = (0..<parameters.count).map { number in
      // The titles are in no order.
      let word = String(number &* 7_919 % 100_003, radix: 36)
      return BookRow(
        id: number + 1, title: "The \(word) of the seventh library", author: "An author with name \(number % 97)")
    }
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: BookListEvent) {
    switch event {
    case .bookWasMarked(let id):
      if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows[index].isRead.toggle() }
    case .booksWereMarked(let first):
      var rows = state.rows
      for number in 0..<10 { rows[first + number * 37].isRead.toggle() }
      state.rows = rows
    case .bookWasAdded(let index):
      let id = state.rows.count + 1
      state.rows.insert(BookRow(id: id, title: "The \(id)th book of the library", author: "A new author"), at: index)
    case .sortButtonWasTapped:
      let isSorted = state.rows[0].title < state.rows[state.rows.count - 1].title
      state.rows.sort { isSorted ? $0.title > $1.title : $0.title < $1.title }
    }
  }
}

extension Screen<BookListViewModel> {
  static var books: Self { Screen("books", about: "Many books.") { parameters, _ in BookListViewModel(parameters) } }
}
