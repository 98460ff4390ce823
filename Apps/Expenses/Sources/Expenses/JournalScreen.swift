import Foundation
import Screens

struct ExpenseRow: ListRow {
  let id: Int
  var date: Date
  var amount: String
  var category: Category
  var note: String

  init(_ expense: Expense) {
    id = expense.id
    date = expense.details.date
    amount = expense.details.amountText
    category = expense.details.category
    note = expense.details.note
  }

  static let fields: Fields<ExpenseRow> = [
    Field(\.id, "The expense's number."), Field(\.date, "The date."),
    Field(\.amount, "The amount with its currency.", .isPrivate(as: "•••")),
    Field(\.category, "What it was spent on."), Field(\.note, "The note."),
  ]
}

struct JournalState: ScreenState {
  var search = ""
  var category: Category?
  var expenses: [ExpenseRow] = []
  var count = ""
  var moreDisabledReason: String? = "The journal is not loaded."
  var deletion: String?
  var undoDisabledReason: String? = "Nothing was deleted."
  var message: String?
  var isBusy = false

  static let fields: Fields<JournalState> = [
    Field(\.search, "What the search field holds."),
    Field(\.category, "The category that is shown; all of them if it is empty."),
    Field(\.expenses, "The expenses, newest first."), Field(\.count, "How many expenses are found."),
    Field(\.moreDisabledReason, "Why no more expenses can be loaded."),
    Field(\.deletion, "What was deleted and can be kept."),
    Field(\.undoDisabledReason, "Why nothing can be kept."),
    Field(\.message, "What went wrong."), Field(\.isBusy, "Whether a request is on its way."),
  ]

  static let samples = [JournalState()]
}

enum JournalEvent: ScreenEvent {
  case viewDidAppear
  case searchChanged(String)
  case categoryChanged(Category?)
  case moreButtonWasTapped
  case openButtonWasTapped(Int)
  case deleteButtonWasTapped(Int)
  case undoButtonWasTapped
  case addButtonWasTapped
  case summaryButtonWasTapped

  static let cases: [EventCase<JournalEvent>] = [
    EventCase(.viewDidAppear, "The journal is shown."),
    EventCase(searchChanged, "text", "The search field holds this text."),
    EventCase(categoryChanged, "category", "Show the expenses of this category, or all."),
    EventCase(.moreButtonWasTapped, "Load the next expenses.").disabled(by: \JournalState.moreDisabledReason),
    EventCase(openButtonWasTapped, "id", "Open an expense.").row(of: \JournalState.expenses),
    EventCase(deleteButtonWasTapped, "id", "Delete an expense.").row(of: \JournalState.expenses),
    EventCase(.undoButtonWasTapped, "Keep what was deleted last.").disabled(by: \JournalState.undoDisabledReason),
    EventCase(.addButtonWasTapped, "Write down a new expense."),
    EventCase(.summaryButtonWasTapped, "Show what was spent in this month."),
  ]
}

/// The expenses, with search, a filter, and more of them on demand.
final class JournalViewModel: ViewModel {
  let eventSubject = EventSubject<JournalEvent>()
  @Published private(set) var state = JournalState()
  var statePublisher: Published<JournalState>.Publisher { $state }

  /// What was loaded, including what is about to be deleted.
  private var rows: [ExpenseRow] = []
  private var expenses: [Int: Expense] = [:]
  private var total = 0
  private var request: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment
  private var ledger: Ledger { environment.ledger }

  private var query: ExpenseQuery { ExpenseQuery(text: state.search, category: state.category) }

  init(_ environment: AppEnvironment) {
    self.environment = environment
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
    eventSubject
      .filter { if case .searchChanged = $0 { true } else { false } }
      .debounce(for: .milliseconds(300), scheduler: environment.main, countedBy: environment.pendingWork)
      .sink { [unowned self] _ in load(from: 0) }
      .store(in: &cancellables)
    ledger.$deletions.sink { [unowned self] in show(deletions: $0) }.store(in: &cancellables)
    ledger.added.sink { [unowned self] in place($0, isNew: true) }.store(in: &cancellables)
    ledger.changed.sink { [unowned self] in place($0, isNew: false) }.store(in: &cancellables)
    ledger.deleted.sink { [unowned self] in remove($0) }.store(in: &cancellables)
    ledger.failures.sink { [unowned self] in receive($0) }.store(in: &cancellables)
  }

  private func handle(_ event: JournalEvent) {
    let navigator = environment.navigator
    switch event {
    case .viewDidAppear: if rows.isEmpty { load(from: 0) }
    case .searchChanged(let text): state.search = text
    case .categoryChanged(let category):
      state.category = category
      load(from: 0)
    case .moreButtonWasTapped: if state.moreDisabledReason == nil { load(from: rows.count) }
    case .openButtonWasTapped(let id): try? navigator.open(.expense, ExpenseParameters(id: id))
    case .deleteButtonWasTapped(let id): if let expense = expenses[id] { ledger.delete(expense) }
    case .undoButtonWasTapped: ledger.undo()
    case .addButtonWasTapped: try? navigator.open(.edit, EditParameters())
    case .summaryButtonWasTapped: try? navigator.open(.summary, NoParameters())
    }
  }

  // MARK: Requests

  private func load(from offset: Int) {
    var next = state
    next.isBusy = true
    next.message = nil
    next.moreDisabledReason = "The expenses are being loaded."
    state = next
    var query = query
    query.offset = offset
    request = environment.backend.answer(.expenses, query).answer(on: environment.main)
      .sink { [unowned self] in receive($0, from: offset) }
  }

  private func receive(_ result: Result<ExpensePage, ServiceError>, from offset: Int) {
    switch result {
    case .success(let page):
      if offset == 0 { rows = [] }
      let known = Set(rows.map(\.id))
      rows += page.expenses.map(ExpenseRow.init).filter { !known.contains($0.id) }
      for expense in page.expenses { expenses[expense.id] = expense }
      total = page.total
      show(deletions: ledger.deletions, isBusy: false)
    case .failure(let error):
      var next = state
      next.isBusy = false
      next.message = error.message
      next.moreDisabledReason = nil
      state = next
      environment.navigator.signIn(after: error) { [weak self] in self?.load(from: offset) }
    }
  }

  private func receive(_ error: ServiceError) {
    state.message = "The expense was not deleted. \(error.message)"
    environment.navigator.signIn(after: error) {}
  }

  // MARK: What other screens have changed

  /// Puts an expense where it belongs, or removes it if it is not what the user looks for.
  private func place(_ expense: Expense, isNew: Bool) {
    expenses[expense.id] = expense
    let isFound = query.matches(expense.details)
    let old = rows.firstIndex { $0.id == expense.id }
    if let old, isFound, rows[old].date == expense.details.date {
      rows[old] = ExpenseRow(expense)
    } else {
      if let old {
        rows.remove(at: old)
        total -= 1
      }
      if isFound {
        // One that was not loaded has been counted before.
        if isNew || old != nil { total += 1 }
        let index = rows.firstIndex { $0.date <= expense.details.date }
        // Behind those that are loaded there may be others before it.
        if index != nil || rows.count + 1 >= total { rows.insert(ExpenseRow(expense), at: index ?? rows.count) }
      }
    }
    show(deletions: ledger.deletions)
  }

  private func remove(_ id: Int) {
    let oldCount = rows.count
    rows.removeAll { $0.id == id }
    total += rows.count - oldCount
  }

  /// Shows the rows, without those that are about to be deleted.
  private func show(deletions: [Expense], isBusy: Bool? = nil) {
    let isLoaded = request != nil
    var next = state
    next.isBusy = isBusy ?? state.isBusy
    next.expenses = rows
    for deletion in deletions {
      if let index = next.expenses.firstIndex(where: { $0.id == deletion.id }) { next.expenses.remove(at: index) }
    }
    next.count = isLoaded ? "\(next.expenses.count) of \(total - (rows.count - next.expenses.count))" : ""
    if isLoaded, !next.isBusy { next.moreDisabledReason = rows.count < total ? nil : "These are all expenses." }
    next.deletion = deletions.last.map { "\($0.details.note.isEmpty ? "An expense" : $0.details.note) was deleted." }
    next.undoDisabledReason = deletions.isEmpty ? "Nothing was deleted." : nil
    state = next
  }
}

extension Screen<JournalViewModel> {
  static var journal: Self {
    Screen("journal", "The expenses.", appearance: .viewDidAppear) { JournalViewModel($1) }
  }
}
