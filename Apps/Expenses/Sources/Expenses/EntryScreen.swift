import Foundation
import Screens

struct EntryParameters: OptionalParameters {
  var expense: Expense?

  static let fields: Fields<EntryParameters> = [Field(\.expense, "The expense to edit; a new one if it is empty.")]
}

struct EntryState: ScreenState {
  var amount: Decimal?
  var currency = Currency.eur
  var date: Date
  var category = Category.food
  var rating: Int?
  var note = ""
  var tags: [String] = []
  var problems: [String] = []
  var saveDisabledReason: String?
  var restored: String?
  var conflict: String?
  var message: String?
  var isUnchanged = true
  var isBusy = false

  var hasNoConflict: Bool { conflict == nil }
  var hasNoTags: Bool { tags.isEmpty }

  static let fields: Fields<EntryState> = [
    Field(\.amount, "The amount.", .isPrivate(as: nil)), Field(\.currency, "Its currency."), Field(\.date, "The date."),
    Field(\.category, "What it was spent on."), Field(\.rating, "How good a purchase it was, from 1 to 5."),
    Field(\.note, "The note.").prompting("Lunch with Eve"), Field(\.tags, "The tags."),
    Field(\.hasNoTags, name: "hasNoTags", "Whether the expense has no tags."),
    Field(\.problems, "What keeps the expense from being saved."),
    Field(\.saveDisabledReason, "Why it cannot be saved."),
    Field(\.restored, "That the form holds what was entered before.", as: .note),
    Field(\.conflict, "What someone else has changed the expense to.", .isPrivate(as: "•••"), as: .failure),
    Field(\.hasNoConflict, name: "hasNoConflict", "Whether there is nothing to choose."),
    Field(\.message, "Why it was not saved.", as: .failure),
    Field(\.isUnchanged, "Whether nothing was entered."),
    Field(\.isBusy, "Whether it is being saved."),
  ]

  static let samples = [EntryState(date: Date(timeIntervalSince1970: 0))]
}

enum EntryEvent: ScreenEvent {
  case amountChanged(Decimal?)
  case currencyChanged(Currency)
  case dateChanged(Date)
  case categoryChanged(Category)
  case ratingChanged(Int?)
  case noteChanged(String)
  case tagWasAdded(String)
  case tagWasRemoved(String)
  case saveButtonWasTapped
  case keepMineButtonWasTapped
  case takeTheirsButtonWasTapped
  case discardButtonWasTapped

  static let cases: [EventCase<EntryEvent>] = [
    EventCase(amountChanged, member: "amount", "Enter the amount."),
    EventCase(currencyChanged, member: "currency", "Choose the currency."),
    EventCase(dateChanged, member: "date", "Choose the date."),
    EventCase(categoryChanged, member: "category", "Choose the category."),
    EventCase(ratingChanged, member: "rating", "Choose the rating.").value(from: 1, to: 5, step: 1),
    EventCase(noteChanged, member: "text", "Enter the note."),
    EventCase(tagWasAdded, member: "tag", "Add a tag.").value("The tag, in a word or two.").labelled("Add tag"),
    EventCase(tagWasRemoved, member: "tag", "Remove a tag.").value("One of the tags.").labelled("Remove tag").hidden(
      by: \EntryState.hasNoTags),
    EventCase(.saveButtonWasTapped, "Save the expense.").purpose(.submit).disabled(by: \EntryState.saveDisabledReason),
    EventCase(.keepMineButtonWasTapped, "Save over the change of someone else.").hidden(by: \EntryState.hasNoConflict),
    EventCase(.takeTheirsButtonWasTapped, "Keep the change of someone else.").hidden(by: \EntryState.hasNoConflict),
    EventCase(.discardButtonWasTapped, "Leave the form without saving.").destructive().hidden(
      by: \EntryState.isUnchanged),
  ]
}

/// A form that closes with the expense that was saved. What is entered outlives the process until then.
final class EntryViewModel: ViewModel {
  typealias Parameters = EntryParameters
  typealias Outcome = Expense

  let eventSubject = EventSubject<EntryEvent>()
  @Published private(set) var state: EntryState
  var statePublisher: Published<EntryState>.Publisher { $state }

  private var details: ExpenseDetails
  /// The expense as it was loaded; `nil` for a new one.
  private var base: Expense?
  /// The expense as someone else has changed it.
  private var theirs: Expense?
  /// Whether the user has been asked if the expense may be added although an earlier request may have added it.
  private var isConfirmed = false
  private var request: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment
  private let emptyDetails: ExpenseDetails

  private var isChanged: Bool { details != base?.details ?? emptyDetails }

  init(_ expense: Expense?, _ environment: AppEnvironment) {
    self.environment = environment
    emptyDetails = ExpenseDetails(amount: 0, date: environment.now())
    let draft = environment.ledger.draft(of: expense?.id)
    // The version of the draft: what was changed meanwhile is a conflict.
    base = draft?.base ?? expense
    details = draft?.details ?? expense?.details ?? emptyDetails
    state = EntryState(date: details.date)
    show()
    if draft != nil { state.restored = environment.words.text("This is what was entered before.") }
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
    environment.renewSession(presenting: .signIn).store(in: &cancellables)
  }

  /// A form with changes asks first.
  func canLeave() -> Bool {
    environment.canLeave(discarding: isChanged) { [ledger = environment.ledger, id = base?.id] in
      ledger.setDraft(nil, of: id)
    }
  }

  private func discard() {
    environment.ledger.setDraft(nil, of: base?.id)
    environment.navigator.close()
  }

  private func handle(_ event: EntryEvent) {
    switch event {
    case .amountChanged(let amount): change { $0.amount = amount ?? 0 }
    case .currencyChanged(let currency): change { $0.currency = currency }
    case .dateChanged(let date): change { $0.date = date }
    case .categoryChanged(let category): change { $0.category = category }
    case .ratingChanged(let rating): change { $0.rating = rating }
    case .noteChanged(let note): change { $0.note = note }
    case .tagWasAdded(let tag): change { if !tag.isEmpty, !$0.tags.contains(tag) { $0.tags.append(tag) } }
    case .tagWasRemoved(let tag): change { $0.tags.removeAll { $0 == tag } }
    case .saveButtonWasTapped: if state.saveDisabledReason == nil { save() }
    case .keepMineButtonWasTapped:
      guard let theirs else { return }
      base = theirs
      save()
    case .takeTheirsButtonWasTapped: if let theirs { finish(with: theirs) }
    case .discardButtonWasTapped: discard()
    }
  }

  private func change(_ body: (inout ExpenseDetails) -> Void) {
    body(&details)
    environment.ledger.setDraft(isChanged ? Draft(base: base, details: details) : nil, of: base?.id)
    show()
  }

  private func show() {
    let problems = details.problems(now: environment.now(), environment.words)
    state = EntryState(
      amount: details.amount == 0 ? nil : details.amount, currency: details.currency, date: details.date,
      category: details.category, rating: details.rating, note: details.note, tags: details.tags,
      problems: isChanged ? problems : [],
      saveDisabledReason: isChanged || base == nil ? problems.first : environment.words.text("Nothing was changed."),
      isUnchanged: !isChanged)
  }

  // MARK: Saving

  private func save() {
    show()
    state.saveDisabledReason = environment.words.text("The expense is being saved.")
    state.isBusy = true
    if let base {
      let change = Expense(id: base.id, details: details, version: base.version)
      request = environment.backend.answer(.save, change).result()
        .sink { [unowned self] in receive($0.map { IdempotentAnswer($0) }) }
    } else {
      let details = details
      request = environment.request(.add, for: details, isConfirmed: isConfirmed) {
        NewExpense(details: details, key: $0)
      }
      .result().sink { [unowned self] in receive($0) }
    }
  }

  private func receive(_ result: Result<IdempotentAnswer<Expense>, ServiceError>) {
    switch result {
    case .success(let success):
      if let date = success.earlierWish {
        report(success.answer, addedBy: date)
      } else {
        finish(with: success.answer)
      }
    case .failure(let error) where error.httpStatus == 412: loadTheirs()
    case .failure(let error):
      show()
      state.message = environment.words.string(error.text)
      isConfirmed = error == .confirmationNeeded
    }
  }

  /// An earlier save, perhaps of a process that has ended, has added the expense. What the user wants now is another one.
  private func report(_ expense: Expense, addedBy date: Date) {
    show()
    let form = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: environment.timeZone)
    state.message = environment.words.text(
      "This expense was added by a save of \(date.formatted(form)). Save again to add another one.")
    environment.ledger.added.send(expense)
  }

  /// Loads what someone else has made of the expense, so that the user can choose.
  private func loadTheirs() {
    guard let base else { return }
    request = environment.backend.answer(.expense, base.id).result()
      .sink { [unowned self] result in
        show()
        switch result {
        case .success(let expense):
          theirs = expense
          let details = expense.details
          let words = environment.words
          let category = words.string(LocalizedText(english: details.category.label))
          let amount = words.numbers.amount(details.amount, currency: details.currency.rawValue)
          let description = [amount, category, details.note].joined(separator: ", ")
          var next = state
          next.conflict = words.text("Someone else has changed the expense: \(description)")
          next.saveDisabledReason = words.text("Someone else has changed the expense.")
          state = next
        case .failure(let error): state.message = environment.words.string(error.text)
        }
      }
  }

  private func finish(with expense: Expense) {
    state.isBusy = false
    let ledger = environment.ledger
    ledger.setDraft(nil, of: base?.id)
    (base == nil ? ledger.added : ledger.changed).send(expense)
    environment.navigator.close(with: expense)
  }
}

extension Screen<EntryViewModel> {
  static var entry: Self { Screen("entry", about: "A form for an expense.") { EntryViewModel($0.expense, $1) } }
}
