import Foundation
import Screens

struct TotalRow: ListRow {
  let id: String
  var category: Category
  var amount: Price?
  var count: Int

  init(_ total: CategoryTotal) {
    id = "\(total.category.rawValue) \(total.currency.rawValue)"
    category = total.category
    amount = Price(amount: total.amount, currency: total.currency)
    count = total.count
  }

  static let fields: Fields<TotalRow> = [
    Field(\.id, "The category and the currency."), Field(\.category, "The category.", as: .title),
    Field(\.amount, "What was spent.", .isPrivate(as: nil)),
    Field(\.count, "How many expenses these are.", as: .count),
  ]
}

struct SummaryState: ScreenState {
  var month = ""
  var filter = FilterState()
  var totals: [TotalRow] = []
  var message: String?
  var cannotRetry = true
  var isBusy = false

  static let fields: Fields<SummaryState> = [
    Field(\.month, "The month, such as November 2026.", as: .title), Field(\.filter, "Which totals are shown."),
    Field(\.message, "Why the totals are missing or old.", as: .failure),
    Field(\.totals, "What was spent on each category.")
      .shownAsList(emptyText: "Nothing was spent.", columns: [\TotalRow.amount, \.count]),
    Field(\.cannotRetry, "Whether there is nothing to load again."),
    Field(\.isBusy, "Whether they are being loaded."),
  ]

  static let samples = [SummaryState()]
}

enum SummaryEvent: ScreenEvent {
  case viewDidAppear
  case previousButtonWasTapped
  case nextButtonWasTapped
  case retryButtonWasTapped
  case filter(FilterEvent)

  static let cases: [EventCase<SummaryEvent>] = [
    EventCase(.viewDidAppear, "The summary is shown."),
    EventCase(.previousButtonWasTapped, "Show the month before.").purpose(.browse),
    EventCase(.nextButtonWasTapped, "Show the month after.").purpose(.browse),
    EventCase(.retryButtonWasTapped, "Load the totals again.").labelled("Try again").purpose(.refresh)
      .hidden(by: \SummaryState.cannotRetry),
    EventCase(part: \SummaryState.filter, filter, "Which totals are shown."),
  ]
}

/// What was spent in a month. It follows every change of the journal.
final class SummaryViewModel: ViewModel {
  let eventSubject = EventSubject<SummaryEvent>()
  @Published private(set) var state = SummaryState()
  var statePublisher: Published<SummaryState>.Publisher { $state }

  private let filter: Part<FilterViewModel>
  /// The month that is shown.
  private var period: Period
  /// The month that is loaded, or was loaded last.
  private var wanted: Period
  private var totals: [CategoryTotal] = []
  private var request: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment

  init(_ environment: AppEnvironment) {
    self.environment = environment
    filter = Part(of: eventSubject, as: SummaryEvent.filter, in: environment) { _ in FilterViewModel() }
    period = Self.month(of: environment.now(), environment.calendar)
    wanted = period
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
    let ledger = environment.ledger
    ledger.added.merge(with: ledger.changed).map { _ in }.merge(with: ledger.deletions.done.map { _ in })
      .sink { [unowned self] in load() }
      .store(in: &cancellables)
    ledger.deletions.$items.dropFirst().sink { [unowned self] in show(deletions: $0) }.store(in: &cancellables)
    environment.renewSession(presenting: .signIn).store(in: &cancellables)
  }

  private static func month(of date: Date, _ calendar: Calendar) -> Period {
    let month = calendar.dateInterval(of: .month, for: date) ?? DateInterval(start: date, duration: 0)
    return Period(start: month.start, end: month.end)
  }

  private func handle(_ event: SummaryEvent) {
    switch event {
    case .viewDidAppear: load()
    case .retryButtonWasTapped: load(wanted)
    case .filter:
      state.filter = filter.state
      state.totals = totals(without: environment.ledger.deletions.items)
    case .previousButtonWasTapped: load(Self.month(of: current.start.addingTimeInterval(-1), environment.calendar))
    case .nextButtonWasTapped: load(Self.month(of: current.end, environment.calendar))
    }
  }

  /// The month that is shown, or takes its place as soon as it is here.
  private var current: Period { state.isBusy ? wanted : period }

  private func load() { load(current) }

  /// Loads a month. What is shown stays until it is here.
  private func load(_ month: Period) {
    wanted = month
    if state.month.isEmpty { state.month = name(of: month) }
    state.message = nil
    state.cannotRetry = true
    state.isBusy = true
    request = environment.backend.answer(.summary, month).result()
      .sink { [unowned self] result in
        switch result {
        case .success(let totals):
          self.totals = totals
          period = month
          state = SummaryState(month: name(of: month), filter: filter.state)
          show(deletions: environment.ledger.deletions.items)
        case .failure(let error):
          state.message = environment.words.string(error.text)
          state.cannotRetry = false
          state.isBusy = false
        }
      }
  }

  private func name(of month: Period) -> String {
    let calendar = environment.calendar
    let form = Date.FormatStyle(locale: environment.words.locale, calendar: calendar, timeZone: calendar.timeZone)
    return month.start.formatted(form.month(.wide).year())
  }

  /// Shows the totals without what is about to be deleted.
  private func show(deletions: [Expense]) { state.totals = totals(without: deletions) }

  private func totals(without deletions: [Expense]) -> [TotalRow] {
    var totals = totals.filter { filter.state.shows($0.category) }
    for details in deletions.map(\.details) where period.start <= details.date && details.date < period.end {
      guard let index = totals.firstIndex(where: { $0.category == details.category && $0.currency == details.currency })
      else { continue }
      totals[index].amount -= details.amount
      totals[index].count -= 1
    }
    return totals.filter { $0.count > 0 }.map { TotalRow($0) }
  }
}

extension Screen<SummaryViewModel> {
  static var summary: Self {
    Screen("summary", about: "What was spent in a month.", appearance: .viewDidAppear) { SummaryViewModel($1) }
  }
}
