import Screens

// A pile of books to read: what is looked for is always there, a note while it is written, and each book is a part with its
// own count of pages and its own look into the catalogue.

// MARK: - What is looked for

struct FinderState: ScreenState {
  var text = ""
  var isBusy: Bool { false }

  static let fields: Fields<FinderState> = [Field(\.text, "What is looked for.", .isPrivate(as: "•••"))]
  static let samples = [FinderState()]
}

enum FinderEvent: ScreenEvent {
  case textChanged(String)
  case clearButtonWasTapped

  static let cases: [EventCase<FinderEvent>] = [
    EventCase(textChanged, member: "text", "The field holds this text."),
    EventCase(.clearButtonWasTapped, "Look for nothing."),
  ]
}

final class FinderViewModel: ViewModel {
  let eventSubject = EventSubject<FinderEvent>()
  @Published private(set) var state = FinderState()
  var statePublisher: Published<FinderState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    cancellable = eventSubject.sink { [weak self] event in
      switch event {
      case .textChanged(let text): self?.state.text = text
      case .clearButtonWasTapped: self?.state.text = ""
      }
    }
  }

  func refusal(of event: FinderEvent) -> String? {
    if case .textChanged(let text) = event, text.count > 30 { "This is too long." } else { nil }
  }
}

extension Screen<FinderViewModel> {
  static var finder: Self { Screen("finder", about: "What is looked for.") { FinderViewModel($1) } }
}

// MARK: - A note

struct NoteState: ScreenState {
  var text = ""
  var isBusy: Bool { false }

  static let fields: Fields<NoteState> = [Field(\.text, "What is noted.")]
  static let samples = [NoteState()]
}

enum NoteEvent: ScreenEvent {
  case textChanged(String)
  case doneButtonWasTapped

  static let cases: [EventCase<NoteEvent>] = [
    EventCase(textChanged, member: "text", "The field holds this text."),
    EventCase(.doneButtonWasTapped, "Keep the note."),
  ]
}

struct Note: ScreenOutcome, JSONRecord {
  var text: String

  static let record = Codec(Note.init(text:), \.text)
}

final class NoteViewModel: ViewModel {
  typealias Outcome = Note

  let eventSubject = EventSubject<NoteEvent>()
  @Published private(set) var state = NoteState()
  var statePublisher: Published<NoteState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    let navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] event in
      switch event {
      case .textChanged(let text): self?.state.text = text
      case .doneButtonWasTapped: navigator.close(with: Note(text: self?.state.text ?? ""))
      }
    }
  }
}

// MARK: - A book of the pile

struct PileBook: ScreenParameters, Identifiable {
  var id = 0
  var title = ""

  static let fields: Fields<PileBook> = [Field(required: \.id, "The number."), Field(\.title, "The title.")]
  static let defaults = PileBook()
}

struct PileBookState: ScreenState, ListRow {
  let id: Int
  var title: String
  var pages = 0
  var message: String?
  var isBusy = false

  init(_ book: PileBook, _: AppEnvironment) {
    id = book.id
    title = book.title
  }

  static let fields: Fields<PileBookState> = [
    Field(\.id, "The number."), Field(\.title, "The title."), Field(\.pages, "How many pages were read."),
    Field(\.message, "What the catalogue says."),
  ]
}

enum PileBookEvent: ScreenEvent {
  case moreButtonWasTapped
  case lookUpButtonWasTapped
  case removeButtonWasTapped

  static let cases: [EventCase<PileBookEvent>] = [
    EventCase(.moreButtonWasTapped, "Ten pages more."),
    EventCase(.lookUpButtonWasTapped, "Look the book up in the catalogue."),
    EventCase(.removeButtonWasTapped, "Remove it from the pile."),
  ]
}

final class PileBookViewModel: ViewModel {
  typealias Parameters = PileBook

  let eventSubject = EventSubject<PileBookEvent>()
  @Published private(set) var state: PileBookState
  var statePublisher: Published<PileBookState>.Publisher { $state }

  private var cancellable: AnyCancellable?
  private var request: AnyCancellable?

  init(_ book: PileBook, _ environment: AppEnvironment) {
    state = PileBookState(book, environment)
    let (navigator, backend) = (environment.navigator, environment.backend)
    cancellable = eventSubject.sink { [weak self] event in
      switch event {
      case .moreButtonWasTapped: self?.state.pages += 10
      case .lookUpButtonWasTapped: self?.lookUp(backend)
      case .removeButtonWasTapped: navigator.close()
      }
    }
  }

  private func lookUp(_ backend: Backend) {
    state.isBusy = true
    request = backend.answer(.books).result().sink { [weak self] result in
      self?.state.isBusy = false
      switch result {
      case .success(let books):
        self?.state.message = books.contains { $0.title == self?.state.title } ? "It is there." : "It is not there."
      case .failure(let error): self?.state.message = error.message
      }
    }
  }
}

// MARK: - The pile

struct PileState: ScreenState {
  var finder = FinderState()
  var note: NoteState?
  var books: [PileBookState] = []
  var found = ""
  var noted = ""
  var isBusy: Bool { false }

  static let fields: Fields<PileState> = [
    Field(\.finder, "What is looked for."), Field(\.note, "The note that is written."), Field(\.books, "The books."),
    Field(\.found, "What is found."), Field(\.noted, "What was noted."),
  ]
  static let samples = [PileState(note: NoteState())]
}

enum PileEvent: ScreenEvent {
  case finder(FinderEvent)
  case note(NoteEvent)
  case book(Int, PileBookEvent)
  case writeButtonWasTapped
  case emptyButtonWasTapped

  static let cases: [EventCase<PileEvent>] = [
    EventCase(part: \PileState.finder, finder, "What is looked for."),
    EventCase(part: \PileState.note, note, "The note."),
    EventCase(part: \PileState.books, book, "A book."),
    EventCase(.writeButtonWasTapped, "Write a note."),
    EventCase(.emptyButtonWasTapped, "Begin a pile of 10,000 books."),
  ]
}

final class PileViewModel: ViewModel {
  let eventSubject = EventSubject<PileEvent>()
  @Published private(set) var state = PileState()
  var statePublisher: Published<PileState>.Publisher { $state }

  private let finder: Part<FinderViewModel>
  private let note: OptionalPart<NoteViewModel>
  private let books: PartList<PileBookViewModel>
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    finder = Part(of: eventSubject, as: PileEvent.finder, in: environment) { FinderViewModel($0) }
    note = OptionalPart(of: eventSubject, as: PileEvent.note, in: environment)
    books = PartList(
      of: eventSubject, as: PileEvent.book, in: environment, state: PileBookState.init, make: PileBookViewModel.init)
    finder.statePublisher.sink { [weak self] in self?.state.finder = $0 }.store(in: &cancellables)
    note.statePublisher.sink { [weak self] in self?.state.note = $0 }.store(in: &cancellables)
    books.statesPublisher.sink { [weak self] in self?.state.books = $0 }.store(in: &cancellables)
    books.update(["Emma", "Middlemarch", "Walden"].enumerated().map { PileBook(id: $0 + 1, title: $1) })
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: PileEvent) {
    switch event {
    case .finder:
      let text = finder.state.text
      let titles = books.rows.map(\.title).filter { !text.isEmpty && $0.contains(text) }
      state.found = titles.prefix(3).joined(separator: ", ")
    case .note, .book: break
    case .writeButtonWasTapped:
      note.open {
        NoteViewModel($0)
      } onClose: { [weak self] outcome in
        if let outcome { self?.state.noted = outcome.text }
      }
    case .emptyButtonWasTapped:
      books.update((1...10_000).map { PileBook(id: $0, title: "Volume \($0)") })
      finder.send(.clearButtonWasTapped)
    }
  }
}

extension Screen<PileViewModel> {
  static var pile: Self { Screen("pile", about: "The books to read.") { PileViewModel($1) } }
}
