import Foundation
import Screens

struct ExpenseParameters: ScreenParameters {
  var id: Int

  static let defaults = ExpenseParameters(id: 0)
  static let fields: Fields<ExpenseParameters> = [Field(required: \.id, "The expense's number.")]
}

struct ExpenseState: RequestState {
  var amount: Price?
  var date: Date?
  var category: Category?
  var rating: Int?
  var note = ""
  var tags: [String] = []
  var editHidden = false
  var requests: RequestStatus

  static let fields: Fields<ExpenseState> = [
    Field(\.amount, "The amount with its currency.", .isPrivate(as: nil)),
    Field(\.date, "The date."),
    Field(\.category, "What it was spent on.", as: .title),
    Field(\.rating, "How good a purchase it was, from 1 to 5."),
    Field(\.note, "The note.", as: .longText), Field(\.tags, "The tags."),
    Field(\.editHidden, "Whether there is nothing to edit or delete yet.").forPrograms(),
    .requests("Why there is no expense."),
  ]
}

/// What the screen knows of its expense.
struct ExpenseFacts {
  var expense = Loading<Expense>.idle
}

extension ExpenseState {
  init(_ facts: ExpenseFacts, _ environment: AppEnvironment) {
    let requests = RequestStatus(environment, facts.expense)
    if let details = facts.expense.value?.details {
      self.init(
        amount: details.price, date: details.date, category: details.category, rating: details.rating,
        note: details.note, tags: details.tags, requests: requests)
    } else {
      self.init(editHidden: true, requests: requests)
    }
  }
}

enum ExpenseEvent: ScreenEvent {
  case viewDidAppear
  case retryButtonWasTapped
  case editButtonWasTapped
  case deleteButtonWasTapped

  static let cases: [EventCase<ExpenseEvent>] = [
    EventCase(.viewDidAppear, "The expense is shown."),
    EventCase(.retryButtonWasTapped, "Load the expense again.").retries(ExpenseState.self),
    EventCase(.editButtonWasTapped, "Edit the expense.").purpose(.navigate).hidden(
      by: \ExpenseState.editHidden),
    EventCase(.deleteButtonWasTapped, "Delete the expense.").destructive().hidden(
      by: \ExpenseState.editHidden),
  ]
}

/// An expense, which can be edited and deleted.
final class ExpenseViewModel: FactsViewModel<ExpenseFacts, ExpenseState, ExpenseEvent>, ViewModel {
  typealias Parameters = ExpenseParameters

  private let id: Int

  init(_ id: Int, _ environment: AppEnvironment) {
    self.id = id
    super.init(ExpenseFacts(), environment, ExpenseState.init)
    environment.ledger.changed.filter { $0.id == id }.sink { [unowned self] in facts.expense = .loaded($0) }
      .store(in: &cancellables)
    environment.ledger.deletions.$items.dropFirst().filter { $0.contains { $0.id == id } }.first()
      .sink { _ in environment.navigator.close() }
      .store(in: &cancellables)
    environment.renewSession(presenting: .signIn).store(in: &cancellables)
  }

  override func handle(_ event: ExpenseEvent) {
    let expense = facts.expense.value
    switch event {
    case .viewDidAppear, .retryButtonWasTapped:
      if expense == nil { load(\.expense, environment.backend.answer(.expense, id)) }
    // Both are refused until the expense is loaded.
    case .editButtonWasTapped: try? environment.navigator.open(.entry, EntryParameters(expense: expense))
    case .deleteButtonWasTapped: environment.ledger.deletions.begin([expense].compactMap(\.self))
    }
  }
}

extension Screen<ExpenseViewModel> {
  static var expense: Self {
    Screen("expense", about: "An expense.", appearance: .viewDidAppear) { ExpenseViewModel($0.id, $1) }
  }
}
