public import Screens

public struct BookRow: ListRow {
  public let id: Int
  public var title: String
  public var genre: Genre
  public var rating: Double?

  init(_ book: CatalogueBook) {
    id = book.id
    title = book.title
    genre = book.genre
    rating = book.rating
  }

  public static let fields: Fields<BookRow> = [
    Field(\.id, "The book's number."), Field(\.title, "The title."), Field(\.genre, "What it is about."),
    Field(\.rating, "How readers like it, from 0 to 5."),
  ]
}

public struct CatalogueState: ScreenState {
  public var genre: Genre?
  public var books: [BookRow] = []
  public var selected: Int?
  public var moreDisabledReason: String? = "The catalogue is not loaded."
  public var message: String?
  public var isBusy = false

  public static let fields: Fields<CatalogueState> = [
    Field(\.genre, "The genre that is shown; all of them if it is empty."), Field(\.books, "The books."),
    Field(\.selected, "The number of the selected book."),
    Field(\.moreDisabledReason, "Why there are no more books to load."),
    Field(\.message, "Why the last page is missing."), Field(\.isBusy, "Whether a page is being loaded."),
  ]

  public static let samples = [CatalogueState()]
}

public enum CatalogueEvent: ScreenEvent {
  case viewDidAppear
  case genreChanged(Genre?)
  case moreButtonWasTapped
  case bookWasSelected(Int)
  case openButtonWasTapped(Int)

  public static let cases: [EventCase<CatalogueEvent>] = [
    EventCase(.viewDidAppear, "The catalogue is shown."),
    EventCase(genreChanged, "genre", "Show the books of this genre, or all."),
    EventCase(.moreButtonWasTapped, "Load the next books.").disabled(by: \CatalogueState.moreDisabledReason),
    EventCase(bookWasSelected, "id", "Select a book.").row(of: \CatalogueState.books),
    EventCase(openButtonWasTapped, "id", "Open a book.").row(of: \CatalogueState.books),
  ]
}

public final class CatalogueViewModel: ViewModel {
  public let eventSubject = EventSubject<CatalogueEvent>()
  @Published public private(set) var state = CatalogueState()
  public var statePublisher: Published<CatalogueState>.Publisher { $state }

  private var books: [CatalogueBook] = []
  private let pages = PassthroughSubject<Int, Never>()
  private let navigator: Navigator
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    navigator = environment.navigator
    let (backend, main) = (environment.backend, environment.main)
    pages
      .map { backend.answer(.catalogue, $0).answer(on: main) }
      .switchToLatest()
      .sink { [unowned self] in receive($0) }
      .store(in: &cancellables)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: CatalogueEvent) {
    switch event {
    case .viewDidAppear: if books.isEmpty { load() }
    case .genreChanged(let genre):
      change { state in
        state.genre = genre
        showRows(in: &state)
      }
    case .moreButtonWasTapped: load()
    case .bookWasSelected(let id): state.selected = id
    case .openButtonWasTapped(let id):
      try? navigator.open(.book, BookParameters(id: id)) { [unowned self] book in
        guard let book, let index = books.firstIndex(where: { $0.id == book.id }) else { return }
        books[index] = book
        change { showRows(in: &$0) }
      }
    }
  }

  private func load() {
    change { state in
      state.isBusy = true
      state.message = nil
      state.moreDisabledReason = "The books are being loaded."
    }
    pages.send(books.count)
  }

  /// Changes several properties at once, so that no front sees a half of it.
  private func change(_ body: (inout CatalogueState) -> Void) {
    var state = state
    body(&state)
    self.state = state
  }

  private func receive(_ result: Result<CataloguePage, ServiceError>) {
    change { state in
      state.isBusy = false
      switch result {
      case .success(let page):
        state.moreDisabledReason = page.hasMore ? nil : "These are all books."
        books += page.books
        showRows(in: &state)
      case .failure(let error):
        state.moreDisabledReason = nil
        state.message = error.message
      }
    }
  }

  private func showRows(in state: inout CatalogueState) {
    let genre = state.genre
    state.books = books.filter { genre == nil || $0.genre == genre }.map(BookRow.init)
    let selected = state.selected
    if !state.books.contains(where: { $0.id == selected }) { state.selected = nil }
  }
}

extension Screen<CatalogueViewModel> {
  public static var catalogue: Self {
    Screen("catalogue", "All books.", appearance: .viewDidAppear) { CatalogueViewModel($1) }
  }
}
