import Dispatch
import Screens
import StreamsTesting

/// A screen of an app of the tests: a book with a private price and a secret.
struct BookState: ScreenState {
  var title = "Emma"
  var price: Int? = 1_815
  var note: String?
  var isBusy = false

  static let fields: Fields<BookState> = [
    Field(\.title, "The title."),
    Field(\.price, "The price.", .isPrivate(as: nil)),
    Field(\.note, "A note.", .isPrivate(as: "…")),
  ]

  static let samples = [BookState(), BookState(note: "Lent to Harriet.")]
}

enum BookEvent: ScreenEvent {
  case lendButtonWasTapped
  case priceChanged(Int)
  case noteChanged(text: String)
  case codeChanged(Code)

  static let cases: [EventCase<BookEvent>] = [
    EventCase(.lendButtonWasTapped, "Lend the book."),
    EventCase(priceChanged, member: "price", "The price's field holds this number."),
    EventCase(noteChanged, member: "text", "The note's field holds this text."),
    EventCase(codeChanged, member: "code", "The code's field holds this secret."),
  ]
}

/// A secret of the app's own.
struct Code: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(text)
  }
}

struct BookParameters: OptionalParameters {
  var title = "Emma"
  var isOpen: Bool?

  static let fields: Fields<BookParameters> = [
    Field(\.title, "The title."),
    Field(\.isOpen, "Whether the book is open."),
  ]
}

final class BookViewModel: ViewModel {
  typealias Parameters = BookParameters

  let eventSubject = EventSubject<BookEvent>()
  @Published private(set) var state = BookState()
  var statePublisher: Published<BookState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init(_ parameters: BookParameters) {
    state.title = parameters.title
    cancellable = eventSubject.sink { [weak self] event in
      switch event {
      case .priceChanged(let price): self?.state.price = price
      case .noteChanged(let note): self?.state.note = note
      case .lendButtonWasTapped, .codeChanged: break
      }
    }
  }
}

extension Screen<BookViewModel> {
  static var book: Self {
    Screen("book", about: "A book.") { parameters, _ in BookViewModel(parameters) }
  }
}

extension JSONWritable {
  /// The value's JSON.
  var text: String { String(decoding: json, as: UTF8.self) }
}

extension TestScheduler {
  /// This scheduler in place of the main queue.
  var main: AnySchedulerOf<DispatchQueue> {
    AnyScheduler(self, startingAt: .init(DispatchTime(uptimeNanoseconds: 1_000_000_000)))
  }
}
