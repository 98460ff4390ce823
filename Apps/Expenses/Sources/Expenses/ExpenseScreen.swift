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
  var editDisabledReason: String?
  var message: String?
  var isBusy = false

  static let fields: Fields<ExpenseState> = [
    Field(\.amount, "The amount with its currency.", .isPrivate(as: "•••")).shown(as: .title),
    Field(\.date, "The date."),
    Field(\.category, "What it was spent on."), Field(\.rating, "How good a purchase it was, from 1 to 5."),
    Field(\.note, "The note.").shown(as: .longText), Field(\.tags, "The tags."),
    Field(\.editDisabledReason, "Why it can be neither edited nor deleted."),
    Field(\.message, "Why there is no expense.").shown(as: .failure), Field(\.isBusy, "Whether it is being loaded."),
  ]

  static let samples = [ExpenseState()]
}

/// What the screen knows of its expense.
enum ExpenseFacts {
  case unknown
  case loading
  case failed(ServiceError)
  case loaded(Expense)
}

extension ExpenseState {
  init(_ facts: ExpenseFacts, _ environment: AppEnvironment) {
    let words = environment.words
    let reason = words.text("The expense is not loaded.")
    switch facts {
    case .unknown: self.init(editDisabledReason: reason)
    case .loading: self.init(editDisabledReason: reason, isBusy: true)
    case .failed(let error): self.init(editDisabledReason: reason, message: words.string(error.text))
    case .loaded(let expense):
      let details = expense.details
      self.init(
        amount: details.amountText(words.decimalSign), date: details.date, category: details.category,
        rating: details.rating,
        note: details.note, tags: details.tags)
    }
  }
}

enum ExpenseEvent: ScreenEvent {
  case viewDidAppear
  case editButtonWasTapped
  case deleteButtonWasTapped

  static let cases: [EventCase<ExpenseEvent>] = [
    EventCase(.viewDidAppear, "The expense is shown."),
    EventCase(.editButtonWasTapped, "Edit the expense.").purpose(.navigate).disabled(
      by: \ExpenseState.editDisabledReason),
    EventCase(.deleteButtonWasTapped, "Delete the expense.").destructive().disabled(
      by: \ExpenseState.editDisabledReason),
  ]
}

/// An expense, which can be edited and deleted.
final class ExpenseViewModel: ViewModel {
  typealias Parameters = ExpenseParameters

  let eventSubject = EventSubject<ExpenseEvent>()
  @Published private(set) var state: ExpenseState
  var statePublisher: Published<ExpenseState>.Publisher { $state }

  @Published private var facts = ExpenseFacts.unknown
  private let id: Int
  private var request: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment

  init(_ id: Int, _ environment: AppEnvironment) {
    self.id = id
    self.environment = environment
    state = ExpenseState(.unknown, environment)
    environment.states(of: $facts, ExpenseState.init).assign(to: &$state)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
    environment.ledger.changed.filter { $0.id == id }.sink { [unowned self] in facts = .loaded($0) }
      .store(in: &cancellables)
    environment.ledger.deletions.$items.dropFirst().filter { $0.contains { $0.id == id } }.first()
      .sink { _ in environment.navigator.close() }
      .store(in: &cancellables)
    environment.renewSession(presenting: .signIn).store(in: &cancellables)
  }

  private func handle(_ event: ExpenseEvent) {
    switch (event, facts) {
    case (.viewDidAppear, .loaded): break
    case (.viewDidAppear, _): load()
    case (.editButtonWasTapped, .loaded(let expense)):
      try? environment.navigator.open(.entry, EntryParameters(expense: expense))
    case (.deleteButtonWasTapped, .loaded(let expense)): environment.ledger.deletions.begin([expense])
    // Both are refused until the expense is loaded.
    case (.editButtonWasTapped, _), (.deleteButtonWasTapped, _): break
    }
  }

  private func load() {
    facts = .loading
    request = environment.backend.answer(.expense, id).result()
      .sink { [unowned self] result in
        switch result {
        case .success(let expense): facts = .loaded(expense)
        case .failure(let error): facts = .failed(error)
        }
      }
  }
}

extension Screen<ExpenseViewModel> {
  static var expense: Self {
    Screen("expense", about: "An expense.", appearance: .viewDidAppear) { ExpenseViewModel($0.id, $1) }
  }
}
