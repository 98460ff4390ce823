import ExpectSupport
import Foundation
import Screens
import Streams
import Testing
import Words

@testable import TextUI

/// What stands above a prompt, as people write it, where a pipe has it as it is typed.
@MainActor @Suite struct DescribedElementsTests {
  private enum Kind: String, Choice {
    case tea, taxi
  }

  private struct Entry: ListRow {
    let id: Int
    var kind = Kind.tea
    var note = "With Eve"
    var day = LocalDate(daysSince1970: 20_784)
    var amount = "4.20 EUR"

    static let fields: Fields<Entry> = [
      Field(\.id, "The number."), Field(\.day, "The day."), Field(\.amount, "The amount."),
      Field(\.kind, "The kind.", as: .title), Field(\.note, "A note.", as: .subtitle),
    ]
  }

  private struct Trip: DescribedObject {
    var begins = LocalDate(daysSince1970: 20_784)
    var nights = 2

    static let fields: Fields<Trip> = [
      Field(\.begins, "When it begins.").labelled("First day"), Field(\.nights, "How long it takes."),
    ]
  }

  private struct LedgerState: ScreenState {
    var date = Date(timeIntervalSince1970: 1_795_792_205)
    var due = Date(timeIntervalSince1970: 1_795_792_205)
    var birthday = LocalDate(daysSince1970: 20_784)
    var days = [LocalDate(daysSince1970: 20_784)]
    var trip = Trip()
    var kind: Kind?
    var entries: [Entry] = [Entry(id: 1), Entry(id: 2, amount: "120.00 EUR")]
    var problem: String?
    var isBusy = false

    static let fields: Fields<LedgerState> = [
      Field(\.date, "The date."), Field(\.due, "When it is due."), Field(\.birthday, "A birthday."),
      Field(\.days, "Some days."), Field(\.trip, "The trip."),
      Field(\.kind, "The kind that is shown.").prompting("All kinds"),
      Field(\.entries, "The entries.").shownAsList(emptyText: "No entries.", columns: [\Entry.day, \.amount]),
      Field(\.problem, "What went wrong.", as: .failure), Field(\.isBusy, "Whether entries are loaded."),
    ]
  }

  private enum LedgerEvent: ScreenEvent {
    case dueChanged(Date)
    case birthdayChanged(LocalDate)
    case kindChanged(Kind?)
    case priceWasSet(Decimal)

    static let cases: [EventCase<LedgerEvent>] = [
      EventCase(dueChanged, member: "date", "When it is due."),
      EventCase(birthdayChanged, member: "date", "A birthday."),
      EventCase(kindChanged, member: "kind", "Show this kind."),
      EventCase(priceWasSet, member: "price", "Set the price."),
    ]
  }

  private final class LedgerModel: ViewModel {
    let eventSubject = EventSubject<LedgerEvent>()
    @Published var state = LedgerState()
    var statePublisher: Published<LedgerState>.Publisher { $state }
    private(set) var price: Decimal?
    private var cancellable: AnyCancellable?

    init() {
      cancellable = eventSubject.sink { [weak self] in if case .priceWasSet(let price) = $0 { self?.price = price } }
    }
  }

  private let screen = Screen<LedgerModel>("ledger", about: "A ledger.") { _, _ in LedgerModel() }
  private let core: AppCore
  private let shown: ScreenInstance<LedgerModel>
  private let view: DescribedView

  init() throws {
    core = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)]))
    shown = try core.attach(.prompt).open(screen, NoParameters())
    view = DescribedView(shown, AnyScreen(screen))
  }

  private var model: LedgerModel { shown.model }
  private var card: [String] { card(of: view) }

  private func card(of view: DescribedView) -> [String] {
    view.canvas.labelledLines(fitting: 80).map(Style.plain.text)
  }

  @Test func `days and times stand above a prompt as people write them, and as they are typed`() {
    expectEqual(
      card.prefix(5),
      [
        "Date: Nov 27, 2026 at 3:10 PM", "Days: Nov 27, 2026", "Trip:", "  First day: Nov 27, 2026", "  Nights: 2",
      ])
    #expect(card.contains("Due: Nov 27, 2026 at 3:10 PM  (2026-11-27 15:10)"))
    #expect(card.contains("Birthday: Nov 27, 2026  (2026-11-27)"))
    let lines = view.canvas.show().map(Style.plain.text)
    #expect(lines.contains("date: 2026-11-27T15:10:05Z") && lines.contains("  begins: 2026-11-27"))
  }

  @Test func `a table has the subtitle, and amounts that are texts at the right`() {
    #expect(
      card.contains("     Kind  Note      Day               Amount")
        && card.contains("  1. tea   With Eve  Nov 27, 2026    4.20 EUR"), "\(card)")
  }

  @Test func `a choice of none is called what it means`() {
    #expect(card.contains("Kind: All kinds  (tea; taxi; none: All kinds)"))
  }

  @Test func `a list that is not loaded is not said to be empty`() {
    model.state.entries = []
    model.state.isBusy = true
    let first = DescribedView(shown, AnyScreen(screen))
    #expect(card(of: first).contains("Entries:"))
    model.state.isBusy = false
    #expect(card(of: first).contains("Entries: No entries."))
    model.state.problem = "The server is away."
    #expect(card(of: first).contains("Entries:"))
  }

  @Test func `a list that is loaded stays empty while something else is on its way`() {
    model.state.entries = []
    #expect(card.contains("Entries: No entries."))
    model.state.isBusy = true
    #expect(card.contains("Entries: No entries."))
  }

  @Test func `a number in a form may have a decimal comma where people write one`() throws {
    let button = try #require(view.canvas.elements(of: EventButton.self).first)
    let message = "The value price takes a decimal number, such as 12.50; perhaps 12.50 is meant."
    #expect(throws: CommandError(message)) { try button.tap(Tap(text: "12,50")) }
    view.canvas.words = Words(language: Language("de") ?? .english)
    try button.tap(Tap(text: "12,50"))
    expectEqual(model.price, Decimal(string: "12.5"))
  }
}
