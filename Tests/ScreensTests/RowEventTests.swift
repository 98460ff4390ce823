import ExpectSupport
import Screens
import Testing

/// A list whose rows come and go while the user looks at it.
struct ShelfRow: ListRow {
  let id: Int
  var title: String
  var isLent = false

  static let fields: Fields<ShelfRow> = [
    Field(\.id, "The book."), Field(\.title, "The title."), Field(\.isLent, "Whether it is lent."),
  ]
}

struct ShelfRowsState: ScreenState {
  var rows: [ShelfRow] = []
  var selection: Int?
  var isBusy: Bool { false }

  static let fields: Fields<ShelfRowsState> = [
    Field(\.rows, "The books."), Field(\.selection, "The selected book."),
  ]
  static let samples = [ShelfRowsState(rows: [ShelfRow(id: 1, title: "Emma")], selection: 1)]
}

enum ShelfRowsEvent: ScreenEvent {
  case lendButtonWasTapped(Int)
  case selectionChanged(Int?)
  case booksArrived(Int)

  static let cases: [EventCase<ShelfRowsEvent>] = [
    EventCase(lendButtonWasTapped, member: "id", "Lend a book.").row(of: \ShelfRowsState.rows),
    EventCase(selectionChanged, member: "id", "Select a book, or none.").row(of: \ShelfRowsState.rows),
    EventCase(booksArrived, member: "count", "This many books arrived."),
  ]
}

final class ShelfRowsViewModel: ViewModel {
  let eventSubject = EventSubject<ShelfRowsEvent>()
  @Published var state = ShelfRowsState()
  var statePublisher: Published<ShelfRowsState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init() {
    state.rows = [ShelfRow(id: 1, title: "Emma"), ShelfRow(id: 2, title: "Persuasion")]
    cancellable = eventSubject.sink { [weak self] event in
      switch event {
      case .lendButtonWasTapped(let id):
        guard let index = self?.state.rows.firstIndex(where: { $0.id == id }) else { return }
        self?.state.rows[index].isLent = true
      case .selectionChanged(let id): self?.state.selection = id
      case .booksArrived(let count):
        for number in 0..<count { self?.state.rows.insert(ShelfRow(id: 100 + number, title: "New"), at: 0) }
      }
    }
  }
}

@MainActor @Suite struct RowEventTests {
  private let shelf = AppCore(AppEnvironment(), AppDefinition(screens: []))
    .open(Screen<ShelfRowsViewModel>("shelf", about: "A shelf.") { _, _ in ShelfRowsViewModel() })

  private func send(_ event: String) throws { try shelf.send(JSONText(scanning: event.utf8)) }

  private var lent: [Int] { shelf.state.rows.filter(\.isLent).map(\.id) }

  @Test func `hits the row that it names after a reorder`() throws {
    shelf.model.state.rows.reverse()
    try shelf.send(.booksArrived(3))
    try send(#"{"id":1,"type":"lendButtonWasTapped"}"#)
    expectEqual(lent, [1])
  }

  @Test func `is refused when the row is gone`() throws {
    shelf.model.state.rows.removeAll { $0.id == 1 }
    let revision = shelf.snapshot.revision
    let refusal = EventError.refused(reason: "This row is no longer in the list.")
    #expect(throws: refusal) { try send(#"{"id":1,"type":"lendButtonWasTapped"}"#) }
    #expect(throws: refusal) { try shelf.send(.lendButtonWasTapped(1)) }
    #expect(throws: refusal) { try shelf.send(.selectionChanged(1)) }
    expectEqual(shelf.snapshot.revision, revision)
    // The others go on.
    try send(#"{"id":2,"type":"lendButtonWasTapped"}"#)
    expectEqual(lent, [2])
  }

  @Test func `selects no row in an empty list`() throws {
    shelf.model.state.rows = []
    try shelf.send(.selectionChanged(nil))
    #expect(throws: EventError.self) { try shelf.send(.selectionChanged(2)) }
  }

  // MARK: Names

  private struct CityRow: ListRow {
    let id: String
    static let fields: Fields<CityRow> = [Field(\.id, "The name.")]
  }

  private struct CityState: ScreenState {
    var cities: [CityRow] = []
    var isBusy: Bool { false }
    static let fields: Fields<CityState> = [Field(\.cities, "The cities.")]
    static let samples = [CityState()]
  }

  private enum CityEvent: ScreenEvent {
    case cityWasTapped(String)
    static let cases: [EventCase<CityEvent>] = [
      EventCase(cityWasTapped, member: "id", name: "Known", "Open a city.").row(of: \CityState.cities)
    ]
  }

  private final class CityViewModel: ViewModel {
    let eventSubject = EventSubject<CityEvent>()
    @Published var state = CityState()
    var statePublisher: Published<CityState>.Publisher { $state }
  }

  @Test(arguments: [
    ("Zürich", "Zu\u{308}rich"), ("\u{C5}s", "A\u{30A}s"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("K", "\u{212A}"),
  ])
  func `a name in another spelling is another row, event and screen`(name: String, other: String) throws {
    let app = AppCore(
      AppEnvironment(),
      AppDefinition(screens: [AnyScreen(Screen<CityViewModel>("Kiosk", about: "Cities.") { _, _ in CityViewModel() })]))
    #expect(throws: AppCommandError.self) { try app.open("\u{212A}iosk") }
    let cities = try app.open("Kiosk")
    let screen = try #require(cities as? ScreenInstance<CityViewModel>)
    screen.model.state.cities = [CityRow(id: name)]
    func tap(_ id: String, _ type: String = "Known") throws {
      let event: JSON = ["type": .string(type), "id": .string(id)]
      try cities.send(JSONText(scanning: event.json))
    }
    try tap(name)
    #expect(throws: EventError.refused(reason: "This row is no longer in the list.")) { try tap(other) }
    #expect(throws: EventError.self) { try tap(name, "\u{212A}nown") }
  }
}
