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

/// What the screen knows of the catalogue.
struct CatalogueFacts {
  var genre: Genre?
  var selected: Int?
  var books: [CatalogueBook] = []
  /// Whether there are more books; `nil` before the first answer.
  var hasMore: Bool?
  var failure: ServiceError?
  var isLoading = false

  mutating func beginLoading() {
    failure = nil
    isLoading = true
  }

  mutating func receive(_ result: Result<CataloguePage, ServiceError>) {
    isLoading = false
    switch result {
    case .success(let page):
      books += page.books
      hasMore = page.hasMore
    case .failure(let error): failure = error
    }
  }
}

extension CatalogueState {
  init(_ facts: CatalogueFacts, _: AppEnvironment) {
    genre = facts.genre
    books = facts.books.filter { facts.genre == nil || $0.genre == facts.genre }.map(BookRow.init)
    selected = books.contains { $0.id == facts.selected } ? facts.selected : nil
    if facts.isLoading {
      moreDisabledReason = "The books are being loaded."
    } else if facts.failure != nil || facts.hasMore == true {
      moreDisabledReason = nil
    } else if facts.hasMore == false {
      moreDisabledReason = "These are all books."
    }
    message = facts.failure?.message
    isBusy = facts.isLoading
  }
}

public enum CatalogueEvent: ScreenEvent {
  case viewDidAppear
  case genreChanged(Genre?)
  case moreButtonWasTapped
  case bookWasSelected(Int)
  case openButtonWasTapped(Int)

  public static let cases: [EventCase<CatalogueEvent>] = [
    EventCase(.viewDidAppear, "The catalogue is shown."),
    EventCase(genreChanged, member: "genre", "Show the books of this genre, or all."),
    EventCase(.moreButtonWasTapped, "Load the next books.").disabled(by: \CatalogueState.moreDisabledReason),
    EventCase(bookWasSelected, member: "id", "Select a book.").row(of: \CatalogueState.books),
    EventCase(openButtonWasTapped, member: "id", "Open a book.").row(of: \CatalogueState.books),
  ]
}

public final class CatalogueViewModel: ViewModel {
  public let eventSubject = EventSubject<CatalogueEvent>()
  @Published public private(set) var state = CatalogueState()
  public var statePublisher: Published<CatalogueState>.Publisher { $state }

  @Published private var facts = CatalogueFacts()
  private let pages = PassthroughSubject<Int, Never>()
  private let navigator: Navigator
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    navigator = environment.navigator
    let backend = environment.backend
    environment.states(of: $facts, CatalogueState.init).assign(to: &$state)
    pages
      .map { backend.answer(.catalogue, $0).result() }
      .switchToLatest()
      .sink { [unowned self] in facts.receive($0) }
      .store(in: &cancellables)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: CatalogueEvent) {
    switch event {
    case .viewDidAppear: if facts.books.isEmpty { load() }
    case .genreChanged(let genre): facts.genre = genre
    case .moreButtonWasTapped: load()
    case .bookWasSelected(let id): facts.selected = id
    case .openButtonWasTapped(let id):
      try? navigator.open(.book, BookParameters(id: id)) { [unowned self] book in
        guard let book, let index = facts.books.firstIndex(where: { $0.id == book.id }) else { return }
        facts.books[index] = book
      }
    }
  }

  private func load() {
    facts.beginLoading()
    pages.send(facts.books.count)
  }
}

extension Screen<CatalogueViewModel> {
  public static var catalogue: Self {
    Screen("catalogue", about: "All books.", appearance: .viewDidAppear) { CatalogueViewModel($1) }
  }
}
