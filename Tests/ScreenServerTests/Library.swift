import ScreenServer
import ViewModels

@testable import ServerSupport

/// A book of a shelf. Its price is private.
struct ShelfRow: ListRow {
  let id: Int
  var title: String
  var price: String
  var isLent = false

  static let fields: Fields<ShelfRow> = [
    Field(\.id, "The number of the book."),
    Field(\.title, "The title."),
    Field(\.price, "The price.", .isPrivate(as: "•")),
    Field(\.isLent, "Whether the book is lent."),
  ]
}

/// What a shelf shows. The owner is private.
struct ShelfState: ScreenState {
  var title = "Novels"
  var owner: String? = "private-Harriet"
  var rows: [ShelfRow] = []
  var appearances = 0
  var noteText: String?
  var isBusy = false

  static let fields: Fields<ShelfState> = [
    Field(\.title, "What stands above the books."),
    Field(\.owner, "Whose books they are.", .isPrivate(as: "•")),
    Field(\.rows, "The books."),
    Field(\.appearances, "How often the shelf appeared."),
    Field(\.noteText, "What came of the last book."),
    Field(\.isBusy, "Whether a request is in flight."),
  ]
  static let samples = [
    ShelfState(owner: "Harriet", rows: [ShelfRow(id: 1, title: "Emma", price: "1")], noteText: "")
  ]
}

enum ShelfEvent: ScreenEvent {
  case shelfDidAppear
  /// Random changes follow from the number.
  case booksWereMoved(Int)
  case booksWereSorted
  case bookWasTapped(Int)
  case bookWasMarked(Int)
  case bookWasRecommended(String)
  case searchTextChanged(String)
  case closeButtonWasTapped

  static let cases: [EventCase<ShelfEvent>] = [
    EventCase(.shelfDidAppear, "The shelf appeared."),
    EventCase(booksWereMoved, member: "seed", "Move, add, rename and remove books."),
    EventCase(.booksWereSorted, "Sort the books by title."),
    EventCase(bookWasTapped, member: "id", "Open the book.").row(of: \ShelfState.rows),
    EventCase(bookWasMarked, member: "id", "Lend or return the book.").row(of: \ShelfState.rows),
    EventCase(bookWasRecommended, member: "title", "Open a book that is on no shelf."),
    EventCase(searchTextChanged, member: "text", "The search field holds this text."),
    EventCase(.closeButtonWasTapped, "Close the shelf."),
  ]
}

struct ShelfParameters: OptionalParameters {
  var count = 3
  var opensBook = false
  var replacesItself = false

  static let fields: Fields<ShelfParameters> = [
    Field(\.count, "How many books there are."),
    Field(\.opensBook, "Whether a book is opened at once."),
    Field(\.replacesItself, "Whether a book is opened in its stead."),
  ]
}

/// A list whose books are opened, and which shows what came of them.
final class ShelfViewModel: ViewModel {
  typealias Parameters = ShelfParameters

  let eventSubject = EventSubject<ShelfEvent>()
  @Published private(set) var state = ShelfState()
  var statePublisher: Published<ShelfState>.Publisher { $state }

  private let navigator: Navigator
  private let searches = PassthroughSubject<String, Never>()
  private var cancellables: Set<AnyCancellable> = []
  private var lastID: Int

  init(_ parameters: ShelfParameters, _ environment: AppEnvironment) {
    navigator = environment.navigator
    lastID = parameters.count
    state.rows = (0..<parameters.count).map { ShelfRow(id: $0 + 1, title: "Book \($0 + 1)", price: "private-\($0)") }
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
    searches
      .debounce(for: .milliseconds(300), scheduler: environment.main, countedBy: environment.pendingWork)
      .sink { [weak self] in self?.state.title = "Novels with \($0)" }
      .store(in: &cancellables)
    if parameters.opensBook { open("At once") }
    if parameters.replacesItself { try? navigator.replace(with: .shelfBook, ShelfBookParameters(title: "Instead")) }
  }

  /// A service has answered: changes without an event.
  func recommend(_ title: String) { open(title) }

  private func handle(_ event: ShelfEvent) {
    switch event {
    case .shelfDidAppear: state.appearances += 1
    case .booksWereMoved(let seed): moveBooks(SeededGenerator(seed: UInt64(seed)))
    case .booksWereSorted: state.rows.sort { $0.title < $1.title }
    case .bookWasTapped(let id): open(state.rows.first { $0.id == id }?.title ?? "")
    case .bookWasMarked(let id):
      if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows[index].isLent.toggle() }
    case .bookWasRecommended(let title): open(title)
    case .searchTextChanged(let text): searches.send(text)
    case .closeButtonWasTapped: navigator.close()
    }
  }

  private func open(_ title: String) {
    do throws(NavigationError) {
      try navigator.open(.shelfBook, ShelfBookParameters(title: title)) { [weak self] in
        self?.state.noteText = $0.map { "\($0.title) has \($0.stars) stars." } ?? "\(title) was left."
      }
    } catch {
      state.noteText = "\(error)"
    }
  }

  private func moveBooks(_ generator: SeededGenerator) {
    var generator = generator
    var state = state
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = state.rows.indices.randomElement(using: &generator)
      switch (Int.random(in: 0..<9, using: &generator), index) {
      case (0, let index?): state.rows.remove(at: index)
      case (1, let index?): state.rows[index].title = "Title \"\(generator.next() % 1_000)\" é\u{301}"
      case (2, let index?): state.rows[index].price = "private-\(generator.next() % 1_000)"
      case (3, let index?): state.rows[index].isLent.toggle()
      case (4, let index?): state.rows.append(state.rows.remove(at: index))
      case (5, _): state.rows.shuffle(using: &generator)
      case (6, _): state.owner = Bool.random(using: &generator) ? nil : "private-\(generator.next() % 1_000)"
      case (7, _): state.title = ["Novels", "A/B~C", ""].randomElement(using: &generator) ?? ""
      default:
        lastID += 1
        let row = ShelfRow(id: lastID, title: "Book \(lastID)", price: "private-\(lastID)")
        state.rows.insert(row, at: Int.random(in: 0...state.rows.count, using: &generator))
      }
    }
    self.state = state
  }
}

extension Screen<ShelfViewModel> {
  static var shelf: Self {
    Screen("shelf", about: "A shelf of books.", appearance: .shelfDidAppear) { ShelfViewModel($0, $1) }
  }
}

/// What a reader thinks of a book: the result of its screen.
struct Review: ScreenOutcome, JSONRecord {
  var stars: Int
  var title: String

  static let record = Codec(Review.init(stars:title:), \.stars, \.title)
}

/// What a book's screen shows.
struct ShelfBookState: ScreenState {
  var title = ""
  var stars = 0
  var price: String? = "private-1815"
  var appearances = 0
  var noteText: String?
  var saveDisabledReason: String? { stars == 0 ? "There are no stars." : nil }
  var isBusy: Bool { false }

  static let fields: Fields<ShelfBookState> = [
    Field(\.title, "The title."),
    Field(\.stars, "How many stars the user gives."),
    Field(\.price, "The price.", .isPrivate(as: "•")),
    Field(\.appearances, "How often the book appeared."),
    Field(\.noteText, "What came of the last book that it recommended."),
    Field(\.saveDisabledReason, name: "saveDisabledReason", "Why the review cannot be saved."),
  ]
  static let samples = [ShelfBookState(price: "1", noteText: "")]
}

enum ShelfBookEvent: ScreenEvent {
  case bookDidAppear
  case starsChanged(Int)
  case saveButtonWasTapped
  case closeButtonWasTapped
  case bookWasRecommended(String)
  case nextButtonWasTapped(String)
  case backToFirstButtonWasTapped
  case closeOpenedButtonWasTapped

  static let cases: [EventCase<ShelfBookEvent>] = [
    EventCase(.bookDidAppear, "The book appeared."),
    EventCase(starsChanged, member: "stars", "The stars that the user gives."),
    EventCase(.saveButtonWasTapped, "Save the review.").disabled(by: \ShelfBookState.saveDisabledReason),
    EventCase(.closeButtonWasTapped, "Close the book."),
    EventCase(bookWasRecommended, member: "title", "Open another book."),
    EventCase(nextButtonWasTapped, member: "title", "Read another book in its stead."),
    EventCase(.backToFirstButtonWasTapped, "Back to the first screen."),
    EventCase(.closeOpenedButtonWasTapped, "Close what was opened."),
  ]
}

struct ShelfBookParameters: OptionalParameters {
  var title = "Emma"

  static let fields: Fields<ShelfBookParameters> = [Field(\.title, "The title.")]
}

/// A book, which closes with a ``Review``.
final class ShelfBookViewModel: ViewModel {
  typealias Parameters = ShelfBookParameters
  typealias Outcome = Review

  let eventSubject = EventSubject<ShelfBookEvent>()
  @Published private(set) var state = ShelfBookState()
  var statePublisher: Published<ShelfBookState>.Publisher { $state }

  private let navigator: Navigator
  private var cancellable: AnyCancellable?

  init(_ parameters: ShelfBookParameters, _ environment: AppEnvironment) {
    navigator = environment.navigator
    state.title = parameters.title
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: ShelfBookEvent) {
    do throws(NavigationError) {
      switch event {
      case .bookDidAppear: state.appearances += 1
      case .starsChanged(let stars): state.stars = stars
      case .saveButtonWasTapped: navigator.close(with: Review(stars: state.stars, title: state.title))
      case .closeButtonWasTapped: navigator.close()
      case .bookWasRecommended(let title):
        try navigator.open(.shelfBook, ShelfBookParameters(title: title)) { [weak self] in
          self?.state.noteText = $0.map { "\($0.title) has \($0.stars) stars." } ?? "\(title) was left."
        }
      case .nextButtonWasTapped(let title):
        try navigator.replace(with: .shelfBook, ShelfBookParameters(title: title))
      case .backToFirstButtonWasTapped: navigator.returnToFirst()
      case .closeOpenedButtonWasTapped: navigator.closeOpened()
      }
    } catch {
      state.noteText = "\(error)"
    }
  }
}

extension Screen<ShelfBookViewModel> {
  static var shelfBook: Self {
    Screen("book", about: "A book.", appearance: .bookDidAppear) { ShelfBookViewModel($0, $1) }
  }
}
