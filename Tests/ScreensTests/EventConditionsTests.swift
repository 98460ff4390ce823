import ExpectSupport
import Screens
import Testing

/// What a description says about the events that a state allows.
@Suite struct EventConditionsTests {
  private struct Row: ListRow {
    let id: String
    static let fields: Fields<Row> = [Field(\.id, "The ID.")]
  }

  private struct ShelfState: ScreenState {
    var title = ""
    var books: [Row] = []
    var found: [Row]?
    var isOpen = true
    var buyDisabledReason: String? { isOpen ? nil : "The shop is closed." }
    var isBusy: Bool { false }

    static let fields: Fields<ShelfState> = [
      Field(\.title, "The title."), Field(\.books, "The books."), Field(\.found, "What was found."),
      Field(\.isOpen, "Whether the shop is open."),
      Field(\.buyDisabledReason, name: "buyDisabledReason", "Why nothing can be bought."),
    ]
  }

  private enum ShelfEvent: ScreenEvent {
    case titleChanged(String)
    case titleWasChanged(String)
    case nameWasEntered(String)
    case pageChanged(Int)
    case titleTapped
    case buyButtonWasTapped
    case bookWasTapped(id: String)
    case bookWasRated(id: String, rating: Int)
    case selectionChanged(String?)
    case resultWasTapped(String)

    static let cases: [EventCase<ShelfEvent>] = [
      EventCase(titleChanged, member: "text", "The title."), EventCase(titleWasChanged, member: "text", "The title."),
      EventCase(nameWasEntered, member: "text", "The title.").field(\ShelfState.title),
      EventCase(pageChanged, member: "number", "A page."),
      EventCase(.titleTapped, "The title."),
      EventCase(.buyButtonWasTapped, "Buy.").disabled(by: \ShelfState.buyDisabledReason),
      EventCase(bookWasTapped, member: "id", "Open the book.").row(of: \ShelfState.books),
      EventCase(bookWasRated, members: ("id", "rating"), "Rate the book.").row(of: \ShelfState.books).disabled(
        by: \ShelfState.buyDisabledReason),
      EventCase(selectionChanged, member: "id", "Select a book.").row(of: \ShelfState.books),
      EventCase(resultWasTapped, member: "id", "Open the book.").row(of: \ShelfState.found),
    ]
  }

  private let screen = Screen<DescribedModel<ShelfState, ShelfEvent>>("shelf", about: "A shelf.") { _, _ in
    DescribedModel(ShelfState())
  }

  private let open = ShelfState(books: [Row(id: "emma"), Row(id: "a long identity of a book")])

  @Test(
    arguments: [
      (.titleTapped, nil), (.buyButtonWasTapped, nil), (.bookWasTapped(id: "emma"), nil),
      (.bookWasTapped(id: "a long identity " + "of a book"), nil),
      (.bookWasTapped(id: "gone"), "This row is no longer in the list."),
      (.bookWasRated(id: "gone", rating: 5), "This row is no longer in the list."),
      (.bookWasRated(id: "emma", rating: 5), nil), (.selectionChanged(nil), nil), (.selectionChanged("emma"), nil),
      (.selectionChanged("gone"), "This row is no longer in the list."),
      (.resultWasTapped("emma"), "This row is no longer in the list."),
    ] as [(ShelfEvent, String?)])
  private func `refuses the event of a row that the list does not have`(event: ShelfEvent, reason: String?) {
    expectEqual(event.describedRefusal(in: open), reason)
  }

  @Test(
    arguments: [
      (.titleTapped, nil), (.buyButtonWasTapped, "The shop is closed."),
      (.bookWasRated(id: "emma", rating: 5), "The shop is closed."), (.bookWasTapped(id: "emma"), nil),
    ] as [(ShelfEvent, String?)])
  private func `refuses an event while the state says why`(event: ShelfEvent, reason: String?) {
    var closed = open
    closed.isOpen = false
    expectEqual(event.describedRefusal(in: closed), reason)
  }

  @Test func `an identity in another spelling is another one`() {
    let shelf = ShelfState(books: [Row(id: "e\u{301}")])
    #expect(ShelfEvent.bookWasTapped(id: "e\u{301}").describedRefusal(in: shelf) == nil)
    #expect(ShelfEvent.bookWasTapped(id: "\u{e9}").describedRefusal(in: shelf) != nil)
  }

  @Test func `is described without a mistake`() {
    expectEqual(AnyScreen.check([AnyScreen(screen)]), [])
  }

  @MainActor @Test func `a view model refuses what its description says`() {
    let model = DescribedModel<ShelfState, ShelfEvent>(ShelfState(isOpen: false))
    expectEqual(model.refusal(of: .buyButtonWasTapped), "The shop is closed.")
    #expect(model.refusal(of: .titleTapped) == nil)
  }

  @Test func `describes the conditions, and the field that an event is about`() {
    let events = AnyScreen(screen).events.events
    expectEqual(events.map(\.field), ["title", "title", "title", nil, nil, nil, nil, nil, nil, nil])
    expectEqual(events.map(\.rows), [nil, nil, nil, nil, nil, nil, "books", "books", "books", "found"])
    expectEqual(events[5].disabledReason, "buyDisabledReason")
    expectEqual(events[7].disabledReason, "buyDisabledReason")
    #expect(events[6].disabledReason == nil)
  }

  @Test func `the appearance is the event that the screen names, whatever it is called`() {
    let named = AnyScreen(screen).events.events.filter(\.isAppearance)
    #expect(named.isEmpty)
    let screen = Screen<DescribedModel<ShelfState, ShelfEvent>>("shelf", about: "The books.", appearance: .titleTapped)
    {
      _, _ in
      DescribedModel(ShelfState())
    }
    expectEqual(AnyScreen(screen).events.events.filter(\.isAppearance).map(\.name), ["titleTapped"])
  }
}
