import Foundation
import Screens

struct ExpenseParameters: ScreenParameters {
  var id: Int

  static let defaults = ExpenseParameters(id: 0)
  static let fields: Fields<ExpenseParameters> = [Field(required: \.id, "The expense's number.")]
}

struct ExpenseState: ScreenState {
  var amount: String?
  var date: Date?
  var category: Category?
  var rating: Int?
  var note = ""
  var tags: [String] = []
  var editDisabledReason: String? = "The expense is not loaded."
  var message: String?
  var isBusy = false

  static let fields: Fields<ExpenseState> = [
    Field(\.amount, "The amount with its currency.", .isPrivate(as: "•••")), Field(\.date, "The date."),
    Field(\.category, "What it was spent on."), Field(\.rating, "How good a purchase it was, from 1 to 5."),
    Field(\.note, "The note."), Field(\.tags, "The tags."),
    Field(\.editDisabledReason, "Why it can be neither edited nor deleted."),
    Field(\.message, "Why there is no expense."), Field(\.isBusy, "Whether it is being loaded."),
  ]

  static let samples = [ExpenseState()]
}

enum ExpenseEvent: ScreenEvent {
  case viewDidAppear
  case editButtonWasTapped
  case deleteButtonWasTapped

  static let cases: [EventCase<ExpenseEvent>] = [
    EventCase(.viewDidAppear, "The expense is shown."),
    EventCase(.editButtonWasTapped, "Edit the expense.").disabled(by: "editDisabledReason"),
    EventCase(.deleteButtonWasTapped, "Delete the expense.").disabled(by: "editDisabledReason"),
  ]
}

/// An expense, which can be edited and deleted.
final class ExpenseViewModel: ViewModel {
  typealias Parameters = ExpenseParameters

  let eventSubject = EventSubject<ExpenseEvent>()
  @Published private(set) var state = ExpenseState()
  var statePublisher: Published<ExpenseState>.Publisher { $state }

  private let id: Int
  private var expense: Expense?
  private var request: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment

  init(_ id: Int, _ environment: AppEnvironment) {
    self.id = id
    self.environment = environment
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
    environment.ledger.changed.filter { $0.id == id }.sink { [unowned self] in show($0) }.store(in: &cancellables)
  }

  private func handle(_ event: ExpenseEvent) {
    switch event {
    case .viewDidAppear: if expense == nil { load() }
    case .editButtonWasTapped:
      guard let expense else { return }
      try? environment.navigator.open(.edit, EditParameters(expense: expense))
    case .deleteButtonWasTapped:
      guard let expense else { return }
      environment.ledger.delete(expense)
      environment.navigator.close()
    }
  }

  private func load() {
    state = ExpenseState(isBusy: true)
    request = environment.backend.answer(.expense, id).answer(on: environment.main)
      .sink { [unowned self] result in
        switch result {
        case .success(let expense): show(expense)
        case .failure(let error):
          state = ExpenseState(message: error.message)
          environment.navigator.signIn(after: error) { [weak self] in self?.load() }
        }
      }
  }

  private func show(_ expense: Expense) {
    self.expense = expense
    let details = expense.details
    state = ExpenseState(
      amount: details.amountText, date: details.date, category: details.category, rating: details.rating,
      note: details.note, tags: details.tags, editDisabledReason: nil)
  }
}

extension Screen<ExpenseViewModel> {
  static var expense: Self {
    Screen("expense", "An expense.", appearance: .viewDidAppear) { ExpenseViewModel($0.id, $1) }
  }
}
