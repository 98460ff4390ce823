import Foundation
import Screens
import TextUI

/// An app whose screens have no view: a list of books, a book, and a form that asks before it is left.
@MainActor struct LibraryApp: TextApp {
  let core: AppCore

  init(bookCount: Int = 3) {
    var environment = AppEnvironment()
    environment.timeZone = .gmt
    core = AppCore(
      environment,
      AppDefinition(screens: [AnyScreen(.shelf(bookCount)), AnyScreen(.book), AnyScreen(.editor), AnyScreen(.pile)]))
  }
}

struct BookRow: ListRow {
  var id: Int
  var title: String
  var pages: Int
  var isLent = false

  static let fields: Fields<BookRow> = [
    Field(\.id, "The number."), Field(\.title, "The title."), Field(\.pages, "How many pages."),
    Field(\.isLent, "Whether it is lent."),
  ]
}

enum Sorting: String, Choice {
  case byTitle, byPages

  var label: String { self == .byTitle ? "title, A to Z" : "shortest first" }
}

struct LibraryState: ScreenState {
  var greeting = "Welcome."
  var books: [BookRow] = []
  var filter = ""
  var sorting = Sorting.byTitle
  var lastReview: String?
  var results: [String] = []
  var closedReason: String?
  var isBusy: Bool { false }

  static let fields: Fields<LibraryState> = [
    Field(\.greeting, "A greeting."), Field(\.books, "The books."),
    Field(\.filter, "What is searched for.").labelled("Search"),
    Field(\.sorting, "The order."), Field(\.lastReview, "The last review."), Field(\.results, "What was edited."),
    Field(\.closedReason, "Why nothing can be lent."),
  ]
}

enum LibraryEvent: ScreenEvent {
  case viewDidAppear
  case filterChanged(String)
  case sortingChanged(Sorting)
  case bookWasTapped(Int)
  case lendButtonWasTapped(Int)
  case reviewButtonWasTapped(id: Int, rating: Int, text: String)
  case reverseButtonWasTapped
  case clearButtonWasTapped
  case closeButtonWasTapped
  case addButtonWasTapped
  case pileButtonWasTapped

  static let cases: [EventCase<LibraryEvent>] = [
    EventCase(.viewDidAppear, "The screen appeared."),
    EventCase(filterChanged, member: "text", "The filter's field holds this text."),
    EventCase(sortingChanged, member: "sorting", "This order was chosen."),
    EventCase(bookWasTapped, member: "id", "Open the book.").row(of: \LibraryState.books),
    EventCase(lendButtonWasTapped, member: "id", "Lend the book.").row(of: \LibraryState.books).disabled(
      by: \LibraryState.closedReason),
    EventCase(reviewButtonWasTapped, members: ("id", "rating", "text"), "Review the book.").row(
      of: \LibraryState.books),
    EventCase(.reverseButtonWasTapped, "Turn the list around."),
    EventCase(.clearButtonWasTapped, "Remove the books."),
    EventCase(.closeButtonWasTapped, "Close the library."),
    EventCase(.addButtonWasTapped, "Add a book."),
    EventCase(.pileButtonWasTapped, "Open a pile."),
  ]
}

final class LibraryViewModel: ViewModel {
  let eventSubject = EventSubject<LibraryEvent>()
  @Published private(set) var state = LibraryState()
  var statePublisher: Published<LibraryState>.Publisher { $state }

  private let navigator: Navigator
  private var cancellable: AnyCancellable?

  init(_ bookCount: Int, _ environment: AppEnvironment) {
    navigator = environment.navigator
    state.books = (0..<bookCount).map { BookRow(id: $0 + 100, title: "Book \($0 + 1)", pages: 10 * $0) }
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: LibraryEvent) {
    switch event {
    case .viewDidAppear: break
    case .filterChanged(let text): state.filter = text
    case .sortingChanged(let sorting): state.sorting = sorting
    case .bookWasTapped(let id): try? navigator.open(.book, BookParameters(id: id))
    case .lendButtonWasTapped(let id):
      if let index = state.books.firstIndex(where: { $0.id == id }) { state.books[index].isLent = true }
    case .reviewButtonWasTapped(let id, let rating, let text): state.lastReview = "\(id): \(rating) stars, \(text)"
    case .reverseButtonWasTapped: state.books.reverse()
    case .clearButtonWasTapped: state.books = []
    case .closeButtonWasTapped: state.closedReason = "The library is closed."
    case .addButtonWasTapped:
      try? navigator.open(.editor, NoParameters()) { [weak self] draft in
        self?.state.results.append(draft?.title ?? "nothing")
      }
    case .pileButtonWasTapped: try? navigator.open(.pile, NoParameters())
    }
  }
}

extension Screen<LibraryViewModel> {
  static func shelf(_ bookCount: Int) -> Self {
    Screen("shelf", about: "The books.", appearance: .viewDidAppear) { _, environment in
      LibraryViewModel(bookCount, environment)
    }
  }
}

// MARK: - A book

struct BookParameters: ScreenParameters {
  var id = 0
  var mode = Sorting.byTitle
  var since: Date?

  static let fields: Fields<BookParameters> = [
    Field(required: \.id, "The number."), Field(\.mode, "The mode."), Field(\.since, "A date."),
  ]
  static let defaults = BookParameters()
}

struct Publisher: DescribedObject {
  var name: String
  var city: String?

  static let fields: Fields<Publisher> = [Field(\.name, "The name."), Field(\.city, "The city.")]
}

struct BookState: ScreenState {
  var title: String
  var price = "12.50 EUR"
  var publisher: Publisher?
  var dueDate: Date?
  var weight = 0.5
  var isBusy: Bool { false }

  static let fields: Fields<BookState> = [
    Field(\.title, "The title."), Field(\.price, "The price.", .isPrivate(as: "••••••")),
    Field(\.publisher, "Who publishes it."), Field(\.dueDate, "When it comes back."), Field(\.weight, "In kilograms."),
  ]
}

enum BookEvent: ScreenEvent {
  case dueDateChanged(Date?)
  case weightChanged(Double)
  case publishButtonWasTapped
  case againButtonWasTapped

  static let cases: [EventCase<BookEvent>] = [
    EventCase(dueDateChanged, member: "date", "It comes back at this date."),
    EventCase(weightChanged, member: "weight", "It weighs this."),
    EventCase(.publishButtonWasTapped, "Find a publisher."),
    EventCase(.againButtonWasTapped, "Open the book again."),
  ]
}

final class BookViewModel: ViewModel {
  typealias Parameters = BookParameters

  let eventSubject = EventSubject<BookEvent>()
  @Published private(set) var state: BookState
  var statePublisher: Published<BookState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init(_ parameters: BookParameters, _ environment: AppEnvironment) {
    let since = parameters.since.map { " since \(Int($0.timeIntervalSince1970))" } ?? ""
    state = BookState(title: "Book \(parameters.id) \(parameters.mode.rawValue)\(since)")
    let navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .dueDateChanged(let date): state.dueDate = date
      case .weightChanged(let weight): state.weight = weight
      case .publishButtonWasTapped: state.publisher = Publisher(name: "Virago", city: nil)
      case .againButtonWasTapped: try? navigator.open(.book, BookParameters(id: parameters.id))
      }
    }
  }
}

extension Screen<BookViewModel> {
  static var book: Self { Screen("book", about: "A book.") { BookViewModel($0, $1) } }
}

// MARK: - A form

struct Draft: ScreenOutcome, JSONRecord {
  var title: String

  static let record = Codec({ Draft(title: $0) }, \.title)
}

struct EditorState: ScreenState {
  var title = ""
  var rating = 0
  var isPublic = false
  var hasPIN = false
  var question: String?
  var isBusy: Bool { false }
  var saveDisabledReason: String? { title.isEmpty ? "The title is missing." : nil }

  static let fields: Fields<EditorState> = [
    Field(\.title, "The title."), Field(\.rating, "The stars."), Field(\.isPublic, "Whether all see it."),
    Field(\.hasPIN, "Whether it is locked."), Field(\.question, "What is asked."),
    Field(\.saveDisabledReason, name: "saveDisabledReason", "Why it cannot be saved."),
  ]
}

struct PIN: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(text) }
}

enum EditorEvent: ScreenEvent {
  case titleWasEntered(String)
  case ratingChanged(Int)
  case isPublicChanged(Bool)
  case pinChanged(PIN)
  case unlockButtonWasTapped(name: String, pin: PIN)
  case saveButtonWasTapped
  case discardButtonWasTapped

  static let cases: [EventCase<EditorEvent>] = [
    EventCase(titleWasEntered, member: "text", "The title's field holds this text.").field(\EditorState.title),
    EventCase(ratingChanged, member: "stars", "The stars."), EventCase(isPublicChanged, member: "isOn", "The switch."),
    EventCase(pinChanged, member: "pin", "The secret."),
    EventCase(unlockButtonWasTapped, members: ("name", "pin"), "Unlock it."),
    EventCase(.saveButtonWasTapped, "Save.").disabled(by: \EditorState.saveDisabledReason),
    EventCase(.discardButtonWasTapped, "Close without saving."),
  ]
}

final class EditorViewModel: ViewModel {
  typealias Outcome = Draft

  let eventSubject = EventSubject<EditorEvent>()
  @Published private(set) var state = EditorState()
  var statePublisher: Published<EditorState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    let navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .titleWasEntered(let title): state.title = title
      case .ratingChanged(let rating): state.rating = rating
      case .isPublicChanged(let isPublic): state.isPublic = isPublic
      case .pinChanged, .unlockButtonWasTapped: state.hasPIN = true
      case .saveButtonWasTapped: navigator.close(with: Draft(title: state.title))
      case .discardButtonWasTapped: navigator.close()
      }
    }
  }

  func refusal(of event: EditorEvent) -> String? {
    if case .ratingChanged(let rating) = event, !(0...5).contains(rating) { return "A rating has at most 5 stars." }
    return event.describedRefusal(in: state)
  }

  func canLeave() -> Bool {
    guard !state.title.isEmpty else { return true }
    state.question = "Discard the draft?"
    return false
  }
}

extension Screen<EditorViewModel> {
  static var editor: Self { Screen("editor", about: "A form.") { EditorViewModel($1) } }
}

// MARK: - A pile

/// A screen that opens others while it is made, and closes all but the first.
struct PileState: ScreenState {
  var count = 0
  var failure: String?
  var isBusy: Bool { false }

  static let fields: Fields<PileState> = [Field(\.count, "How many."), Field(\.failure, "What went wrong.")]
}

enum PileEvent: ScreenEvent {
  case growButtonWasTapped
  case closeOpenedButtonWasTapped
  case replaceButtonWasTapped

  static let cases: [EventCase<PileEvent>] = [
    EventCase(.growButtonWasTapped, "Open screens until there can be no more."),
    EventCase(.closeOpenedButtonWasTapped, "Close them."),
    EventCase(.replaceButtonWasTapped, "Become a form."),
  ]
}

final class PileViewModel: ViewModel {
  let eventSubject = EventSubject<PileEvent>()
  @Published private(set) var state = PileState()
  var statePublisher: Published<PileState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    let navigator = environment.navigator
    try? navigator.open(.book, BookParameters(id: 1))
    cancellable = eventSubject.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .growButtonWasTapped:
        do {
          while true {
            try navigator.open(.book, BookParameters(id: state.count))
            state.count += 1
          }
        } catch {
          state.failure = "\(error)"
        }
      case .closeOpenedButtonWasTapped: navigator.closeOpened()
      case .replaceButtonWasTapped: try? navigator.replace(with: .editor, NoParameters())
      }
    }
  }
}

extension Screen<PileViewModel> {
  static var pile: Self { Screen("pile", about: "A pile.") { PileViewModel($1) } }
}
