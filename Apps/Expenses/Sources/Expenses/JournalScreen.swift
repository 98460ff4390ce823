import Foundation
import Screens

struct ExpenseRow: ListRow {
  let id: Int
  var date: Date
  var amount: Price?
  var category: Category
  var note: String

  init(_ expense: Expense) {
    id = expense.id
    date = expense.details.date
    amount = expense.details.price
    category = expense.details.category
    note = expense.details.note
  }

  static let fields: Fields<ExpenseRow> = [
    Field(\.id, "The expense's number."), Field(\.date, "The date."),
    Field(\.amount, "The amount with its currency.", .isPrivate(as: nil)),
    Field(\.category, "What it was spent on.", as: .title),
    Field(\.note, "The note.", as: .subtitle),
  ]
}

struct JournalState: ScreenState {
  var search = ""
  var filter = FilterState()
  var expenses: [ExpenseRow] = []
  var count = ""
  var moreDisabledReason: String?
  var message: String?
  var cannotSignIn = true
  var cannotRetry = true
  var signOutHidden = true
  var isBusy = false

  static let fields: Fields<JournalState> = [
    Field(\.message, "What went wrong.", as: .failure),
    Field(\.search, "What the search field holds.", as: .search),
    Field(\.filter, "Which expenses are shown."), Field(\.count, "How many expenses are found.").labelled("Loaded"),
    Field(\.expenses, "The expenses, newest first.")
      .shownAsList(emptyText: "No expenses.", columns: [\ExpenseRow.date, \.amount], countedBy: \.count),
    Field(\.moreDisabledReason, "Why no more expenses can be loaded."),
    Field(\.cannotSignIn, "Whether no sign-in is needed."),
    Field(\.cannotRetry, "Whether there is nothing to load again."),
    Field(\.signOutHidden, "Whether nobody is signed in.").forPrograms(),
    Field(\.isBusy, "Whether a request is on its way."),
  ]

  static let samples = [JournalState()]
}

/// What the screen knows of the journal.
struct JournalFacts {
  var query = ExpenseQuery()
  /// What was loaded, including what is about to be deleted, and how many expenses there are.
  var listing = Loading<ExpensePage>.idle
  /// What is deleted, or is about to be.
  var hidden: Set<Int> = []
  /// Why an expense was not deleted.
  var deletionError: ServiceError?
  var account = ""
}

extension ExpensePage {
  /// Puts an expense where it belongs, or removes it if it is not what the user looks for.
  mutating func place(_ expense: Expense, isNew: Bool, in query: ExpenseQuery) {
    let isFound = query.matches(expense.details)
    let old = expenses.firstIndex { $0.id == expense.id }
    if let old, isFound, expenses[old].details.date == expense.details.date {
      expenses[old] = expense
      return
    }
    remove(expense.id)
    guard isFound else { return }
    // One that was not loaded has been counted before.
    if isNew || old != nil { total += 1 }
    let index = expenses.firstIndex { $0.details.date <= expense.details.date }
    // Behind those that are loaded there may be others before it.
    if index != nil || expenses.count + 1 >= total { expenses.insert(expense, at: index ?? expenses.count) }
  }

  mutating func remove(_ id: Int) {
    let oldCount = expenses.count
    expenses.removeAll { $0.id == id }
    total -= oldCount - expenses.count
  }
}

extension JournalState {
  init(_ facts: JournalFacts, _ environment: AppEnvironment) {
    let words = environment.words
    let loaded = facts.listing.value?.expenses ?? []
    let shown = loaded.filter { !facts.hidden.contains($0.id) }
    search = facts.query.text
    filter.category = facts.query.category
    expenses = shown.map { ExpenseRow($0) }
    let total = facts.listing.value.map { $0.total - (loaded.count - shown.count) }
    count = total.map { words.text("\(count: shown.count) of \(count: $0)") } ?? ""
    moreDisabledReason = Self.moreDisabledReason(facts, words)
    let error = facts.listing.error
    cannotSignIn = error != .sessionEnded
    cannotRetry = error == nil || !cannotSignIn
    signOutHidden = facts.account.isEmpty
    isBusy = facts.listing.isLoading
    if let error = facts.deletionError {
      message = words.string(Words.text("The expense was not deleted. \(error.text)"))
    } else {
      message = (error?.text).map(words.string)
    }
  }

  private static func moreDisabledReason(_ facts: JournalFacts, _ words: Words) -> String? {
    if facts.listing.isLoading { return words.text("The expenses are being loaded.") }
    guard let listing = facts.listing.value else { return words.text("The journal is not loaded.") }
    return listing.expenses.count < listing.total ? nil : words.text("These are all expenses.")
  }
}

enum JournalEvent: ScreenEvent {
  case viewDidAppear
  case searchChanged(String)
  case filter(FilterEvent)
  case signInButtonWasTapped
  case retryButtonWasTapped
  case moreButtonWasTapped
  case openButtonWasTapped(Int)
  case deleteButtonWasTapped(Int)
  case addButtonWasTapped
  case summaryButtonWasTapped
  case signOutButtonWasTapped

  static let cases: [EventCase<JournalEvent>] = [
    EventCase(.viewDidAppear, "The journal is shown."),
    EventCase(searchChanged, member: "text", "Enter what is looked for."),
    EventCase(part: \JournalState.filter, filter, "Which expenses are shown."),
    EventCase(.signInButtonWasTapped, "Sign in.").labelled("Sign in").purpose(.primary)
      .hidden(by: \JournalState.cannotSignIn),
    EventCase(.retryButtonWasTapped, "Load the expenses again.").labelled("Try again").purpose(.refresh)
      .hidden(by: \JournalState.cannotRetry),
    EventCase(.moreButtonWasTapped, "Load the next expenses.").purpose(.loadMore).disabled(
      by: \JournalState.moreDisabledReason),
    EventCase(openButtonWasTapped, member: "id", "Open an expense.").purpose(.navigate).row(of: \JournalState.expenses),
    EventCase(deleteButtonWasTapped, member: "id", "Delete an expense.").destructive().row(of: \JournalState.expenses),
    EventCase(.addButtonWasTapped, "Open a form to write down a new expense.").purpose(.primary),
    EventCase(.summaryButtonWasTapped, "Show what was spent in this month.").purpose(.navigate),
    EventCase(.signOutButtonWasTapped, "Sign out.").hidden(by: \JournalState.signOutHidden),
  ]
}

/// The expenses, with search, a filter, and more of them on demand.
final class JournalViewModel: FactsViewModel<JournalFacts, JournalState, JournalEvent>, ViewModel {
  private lazy var filter = Part(of: eventSubject, as: JournalEvent.filter, in: environment) { _ in FilterViewModel() }
  private var ledger: Ledger { environment.ledger }

  init(_ environment: AppEnvironment) {
    super.init(JournalFacts(account: environment.account), environment, JournalState.init)
    filter.statePublisher.dropFirst().sink { [unowned self] in
      facts.query.category = $0.category
      load(from: 0)
    }
    .store(in: &cancellables)
    eventSubject
      .filter { if case .searchChanged = $0 { true } else { false } }
      .debounce(for: .milliseconds(300), scheduler: environment.main, countedBy: environment.pendingWork)
      .sink { [unowned self] _ in load(from: 0) }
      .store(in: &cancellables)
    ledger.deletions.$hidden.sink { [unowned self] in facts.hidden = $0 }.store(in: &cancellables)
    ledger.added.sink { [unowned self] in place($0, isNew: true) }.store(in: &cancellables)
    ledger.changed.sink { [unowned self] in place($0, isNew: false) }.store(in: &cancellables)
    ledger.deletions.done.sink { [unowned self] deletion in facts.listing.change { $0.remove(deletion.id) } }
      .store(in: &cancellables)
    ledger.deletions.failures.sink { [unowned self] in facts.deletionError = $0.error }.store(in: &cancellables)
    environment.accountChanges.sink { [unowned self] in receive(account: $0) }.store(in: &cancellables)
    environment.renewSession(presenting: .signIn).store(in: &cancellables)
  }

  /// Forgets what the user has seen who signed in before, and loads what the next one may see: that asks for a sign-in.
  private func receive(account: String) {
    guard !facts.account.isEmpty else {
      facts.account = account
      return
    }
    forget(\.listing)
    facts = JournalFacts(hidden: ledger.deletions.hidden, account: account)
    filter.send(.categoryChanged(nil))
  }

  override func handle(_ event: JournalEvent) {
    let navigator = environment.navigator
    let expenses = facts.listing.value?.expenses ?? []
    switch event {
    case .viewDidAppear: if expenses.isEmpty { load(from: 0) }
    case .searchChanged(let text): facts.query.text = text
    case .filter: break
    case .signInButtonWasTapped, .retryButtonWasTapped: load(from: 0)
    case .moreButtonWasTapped: if state.moreDisabledReason == nil { load(from: expenses.count) }
    case .openButtonWasTapped(let id): try? navigator.open(.expense, ExpenseParameters(id: id))
    case .deleteButtonWasTapped(let id): ledger.deletions.begin(expenses.filter { $0.id == id })
    case .addButtonWasTapped: try? navigator.open(.entry, EntryParameters())
    case .summaryButtonWasTapped: try? navigator.open(.summary, NoParameters())
    case .signOutButtonWasTapped: environment.signOut(unsent: .keep, closing: .allBut("journal"))
    }
  }

  private func place(_ expense: Expense, isNew: Bool) {
    let query = facts.query
    facts.listing.change { $0.place(expense, isNew: isNew, in: query) }
  }

  private func load(from offset: Int) {
    var query = facts.query
    query.offset = offset
    let deletions = ledger.deletions
    let doneCount = deletions.doneCount
    facts.deletionError = nil
    let page = environment.backend.answer(.expenses, query).map { page in
      // What someone else has restored is shown again. What was deleted while the page was on its way is not.
      deletions.didReceive(page.expenses.map(\.id), askedAt: doneCount)
      return page
    }
    offset == 0 ? load(\.listing, page) : loadMore(\.listing, of: \.expenses, page)
  }
}

extension Screen<JournalViewModel> {
  static var journal: Self {
    Screen("journal", about: "The expenses.", appearance: .viewDidAppear) { JournalViewModel($1) }
  }
}
