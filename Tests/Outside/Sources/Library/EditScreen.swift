public import Screens

public struct EditParameters: ScreenParameters {
  public var book: CatalogueBook

  public static let defaults = EditParameters(book: .example)
  public static let fields: Fields<EditParameters> = [Field(required: \.book, "The book to edit.")]
}

public struct EditState: ScreenState {
  public var title = ""
  public var genre = Genre.novel
  public var saveDisabledReason: String?
  public var question: String?
  public var message: String?
  public var isBusy = false

  public static let fields: Fields<EditState> = [
    Field(\.title, "The title."), Field(\.genre, "What it is about."),
    Field(\.saveDisabledReason, "Why it cannot be saved."),
    Field(\.question, "What is asked before the form is left."), Field(\.message, "Why it was not saved."),
    Field(\.isBusy, "Whether the book is being saved."),
  ]

  public static let samples = [EditState()]
}

public enum EditEvent: ScreenEvent {
  case titleChanged(String)
  case genreChanged(Genre)
  case saveButtonWasTapped
  case discardButtonWasTapped

  public static let cases: [EventCase<EditEvent>] = [
    EventCase(titleChanged, member: "text", "The title's field holds this text."),
    EventCase(genreChanged, member: "genre", "The genre was chosen."),
    EventCase(.saveButtonWasTapped, "Save the book.").disabled(by: \EditState.saveDisabledReason),
    EventCase(.discardButtonWasTapped, "Leave the form without saving."),
  ]
}

/// A form that closes with the book that was saved, and asks before what was entered is lost.
public final class EditViewModel: ViewModel {
  public typealias Outcome = CatalogueBook
  public typealias Parameters = EditParameters

  public let eventSubject = EventSubject<EditEvent>()
  @Published public private(set) var state: EditState
  public var statePublisher: Published<EditState>.Publisher { $state }

  private var book: CatalogueBook {
    didSet { show() }
  }
  private let original: CatalogueBook
  private let saves = PassthroughSubject<CatalogueBook, Never>()
  private let navigator: Navigator
  private var cancellables: Set<AnyCancellable> = []

  init(_ book: CatalogueBook, _ environment: AppEnvironment) {
    self.book = book
    original = book
    navigator = environment.navigator
    state = EditState(title: book.title, genre: book.genre, saveDisabledReason: "Nothing was changed.")
    let backend = environment.backend
    saves
      .map { backend.answer(.revise, $0).result() }
      .switchToLatest()
      .sink { [unowned self] result in
        state.isBusy = false
        switch result {
        case .success(let book): navigator.close(with: book)
        case .failure(let error): state.message = error.message
        }
      }
      .store(in: &cancellables)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  /// An unsaved form asks first.
  public func canLeave() -> Bool {
    guard book != original else { return true }
    state.question = "Discard what was changed?"
    return false
  }

  private func handle(_ event: EditEvent) {
    switch event {
    case .titleChanged(let title): book.title = title
    case .genreChanged(let genre): book.genre = genre
    case .saveButtonWasTapped:
      state.isBusy = true
      saves.send(book)
    case .discardButtonWasTapped: navigator.close()
    }
  }

  private func show() {
    state = EditState(
      title: book.title, genre: book.genre,
      saveDisabledReason: book == original ? "Nothing was changed." : book.title.isEmpty ? "The title is empty." : nil)
  }
}

extension Screen<EditViewModel> {
  public static var edit: Self { Screen("edit", about: "A form for a book.") { EditViewModel($0.book, $1) } }
}
