public import Foundation
public import Screens

public struct BookParameters: ScreenParameters {
  public var id: Int

  public init(id: Int) { self.id = id }

  public static let defaults = BookParameters(id: 0)
  public static let fields: Fields<BookParameters> = [Field(required: \.id, "The book's number.")]
}

public struct BookState: ScreenState {
  public var title = ""
  public var price: Decimal?
  public var rating: Double?
  public var due: Date?
  public var editDisabledReason: String? = "The book is not loaded."
  public var message: String?
  public var isBusy = false

  public static let fields: Fields<BookState> = [
    Field(\.title, "The title."), Field(\.price, "What a lost copy costs."),
    Field(\.rating, "How readers like it, from 0 to 5."), Field(\.due, "When it must be back."),
    Field(\.editDisabledReason, "Why it cannot be edited."), Field(\.message, "Why there is no book."),
    Field(\.isBusy, "Whether the book is being loaded."),
  ]

  public static let samples = [BookState()]
}

public enum BookEvent: ScreenEvent {
  case viewDidAppear
  case ratingChanged(Double)
  case dueChanged(Date?)
  case bookWasReviewed(rating: Double, text: String)
  case editButtonWasTapped
  case doneButtonWasTapped

  public static let cases: [EventCase<BookEvent>] = [
    EventCase(.viewDidAppear, "The book is shown."),
    EventCase(ratingChanged, member: "rating", "The reader likes the book so much."),
    EventCase(dueChanged, member: "date", "The day on which the book must be back."),
    EventCase(bookWasReviewed, members: ("rating", "text"), "The reader has written a review."),
    EventCase(.editButtonWasTapped, "Edit the book.").disabled(by: \BookState.editDisabledReason),
    EventCase(.doneButtonWasTapped, "Close the book and keep what was changed."),
  ]
}

/// A book, with which it closes.
public final class BookViewModel: ViewModel {
  public typealias Outcome = CatalogueBook
  public typealias Parameters = BookParameters

  public let eventSubject = EventSubject<BookEvent>()
  @Published public private(set) var state = BookState()
  public var statePublisher: Published<BookState>.Publisher { $state }

  private var book: CatalogueBook? {
    didSet { show() }
  }
  private let loads = PassthroughSubject<Void, Never>()
  private let navigator: Navigator
  private var cancellables: Set<AnyCancellable> = []

  init(_ id: Int, _ environment: AppEnvironment) {
    navigator = environment.navigator
    let backend = environment.backend
    loads
      .map { backend.answer(.book, id).result() }
      .switchToLatest()
      .sink { [unowned self] result in
        switch result {
        case .success(let book): self.book = book
        case .failure(let error): state = BookState(message: error.message)
        }
      }
      .store(in: &cancellables)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: BookEvent) {
    switch event {
    case .viewDidAppear where book == nil:
      state.isBusy = true
      loads.send()
    case .viewDidAppear: break
    case .ratingChanged(let rating), .bookWasReviewed(let rating, _): book?.rating = rating
    case .dueChanged(let date): book?.due = date
    case .editButtonWasTapped:
      guard let book else { return }
      try? navigator.open(.edit, EditParameters(book: book)) { [unowned self] in if let book = $0 { self.book = book } }
    case .doneButtonWasTapped: if let book { navigator.close(with: book) }
    }
  }

  private func show() {
    guard let book else { return }
    // Assigned at once, so that no front sees a half of it.
    state = BookState(
      title: book.title, price: book.price, rating: book.rating, due: book.due, editDisabledReason: nil)
  }
}

extension Screen<BookViewModel> {
  public static var book: Self {
    Screen("book", about: "A book.", appearance: .viewDidAppear) { BookViewModel($0.id, $1) }
  }
}
