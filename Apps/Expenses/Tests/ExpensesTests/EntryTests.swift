import AppTesting
import Foundation
import Screens
import Testing

@testable import Expenses

@MainActor @Suite struct EntryTests {
  private let session = Session()

  private func form(for id: Int, in session: Session) throws -> ScreenInstance<EntryViewModel> {
    let expense = session.app.open(.expense, ExpenseParameters(id: id))
    expense.viewDidAppear()
    session.scheduler.advance()
    try session.send(.editButtonWasTapped, to: expense)
    return try #require(session.opened(.entry))
  }

  @Test func `says what is missing`() throws {
    let form = session.app.open(.entry)
    #expect(form.state.saveDisabledReason == "The amount is missing.")
    #expect(try self.form(for: 5, in: session).state.saveDisabledReason == "Nothing was changed.")
    try session.send(.ratingChanged(6), .noteChanged(String(repeating: "a", count: 201)), to: form)
    #expect(
      form.state.problems == [
        "The amount is missing.", "The rating is a number from 1 to 5.", "The note has more than 200 characters.",
      ])
    #expect(throws: EventError.refused(reason: "The amount is missing.")) { try form.send(.saveButtonWasTapped) }
    try session.send(.dateChanged(.distantFuture), .amountChanged(5), .ratingChanged(nil), .noteChanged(""), to: form)
    #expect(form.state.problems == ["The date is in the future."])
    try session.send(.amountChanged(-5), to: form)
    #expect(form.state.problems == ["The amount is less than zero.", "The date is in the future."])
  }

  @Test func `refuses an amount with more decimals than its currency has, and a very large one`() throws {
    let form = session.app.open(.entry)
    try session.send(.amountChanged(Decimal(string: "13.505")), to: form)
    #expect(form.state.problems == ["An amount in EUR has at most 2 decimals."])
    #expect(throws: EventError.refused(reason: "An amount in EUR has at most 2 decimals.")) {
      try form.send(.saveButtonWasTapped)
    }
    for amount in ["13.50", "13.500", "1000000"] {
      try session.send(.amountChanged(Decimal(string: amount)), to: form)
      #expect(form.state.problems.isEmpty)
    }
    try session.send(.amountChanged(Decimal(string: "1000000.01")), to: form)
    #expect(form.state.problems == ["The amount is more than 1,000,000."])
    let german = Words(language: try #require(Language("de")), catalogs: AppDefinition.expenses.catalogs)
    let details = ExpenseDetails(amount: 0.001, currency: .gbp, date: .fixed)
    #expect(details.problems(now: .fixed, german) == ["Ein Betrag in GBP hat höchstens 2 Nachkommastellen."])
  }

  @Test func `a request without a session asks for a sign-in, and adds the expense once`() throws {
    let session = Session(isSignedIn: false)
    let form = session.app.open(.entry)
    try session.send(.amountChanged(5), .saveButtonWasTapped, to: form)
    #expect(session.app.waitsFor.map(\.reason) == [.signIn])
    #expect(form.state.isBusy && form.state.message == nil)
    let signIn = try #require(session.opened(.signIn))
    try session.send(.nameChanged("Ada"), .passwordChanged(SecretText("1234")), .signInButtonWasTapped, to: signIn)
    #expect(!form.isOpen && session.app.waitsFor.isEmpty)
    let journal = session.openJournal()
    #expect(journal.state.expenses.map(\.id).filter { $0 > 10 }.count == 1)
  }

  @Test func `a sign-in that is cancelled keeps what was entered`() throws {
    let session = Session(isSignedIn: false)
    let form = session.app.open(.entry)
    try session.send(.amountChanged(5), .saveButtonWasTapped, to: form)
    try #require(session.opened(.signIn)).close()
    session.scheduler.advance()
    #expect(form.isOpen && form.state.amount == 5 && !form.state.isBusy && form.state.message != nil)
    try session.send(.saveButtonWasTapped, to: form)
    #expect(session.app.waitsFor.map(\.reason) == [.signIn])
  }

  @Test func `removes a tag only where there are tags`() throws {
    let form = session.app.open(.entry)
    #expect(form.state.hasNoTags)
    #expect(throws: EventError.self) { try form.send(.tagWasRemoved("work")) }
    try session.send(.tagWasAdded("work"), .tagWasRemoved("work"), to: form)
    #expect(form.state.hasNoTags && form.state.tags.isEmpty)
  }

  @Test func `adds an expense, which the journal shows at its place`() throws {
    let journal = session.openJournal()
    try session.send(.addButtonWasTapped, to: journal)
    let form = try #require(session.opened(.entry))
    try session.send(.amountChanged(3.2), .noteChanged("Tea"), .tagWasAdded("shared"), .tagWasAdded("work"), to: form)
    try session.send(.tagWasRemoved("shared"), .saveButtonWasTapped, to: form)
    #expect(!form.isOpen)
    #expect(journal.state.expenses[0].amount == .eur(3.2))
    #expect(journal.state.count == "11 of 11")
    try session.send(.openButtonWasTapped(11), to: journal)
    let expense = try #require(session.opened(.expense))
    expense.viewDidAppear()
    session.scheduler.advance()
    #expect(expense.state.tags == ["work"])
  }

  @Test func `asks before what was entered is lost`() throws {
    let form = try form(for: 5, in: session)
    #expect(form.leave() == .left)
    let front = session.app.attach(.prompt, answers: [AppFront.anyQuestion])
    let second = try self.form(for: 5, in: session)
    try session.send(.noteChanged("Tea"), to: second)
    #expect(second.leave() != .left)
    try front.answer("question-1", of: .confirm, with: "keep")
    #expect(second.isOpen && second.state.note == "Tea")
    #expect(second.leave() != .left)
    try front.answer("question-2", of: .confirm, with: "discard")
    #expect(!second.isOpen)
    let third = try self.form(for: 5, in: session)
    #expect(third.state.note != "Tea")
    try session.send(.noteChanged("Tea"), .discardButtonWasTapped, to: third)
    #expect(!third.isOpen)
    #expect(try self.form(for: 5, in: session).state.note != "Tea")
  }

  @Test func `an expense that is deleted elsewhere closes, with its form`() throws {
    let journal = session.openJournal()
    let form = try form(for: 5, in: session)
    let expense = try #require(session.opened(.expense))
    try session.send(.deleteButtonWasTapped(4), to: journal)
    #expect(form.isOpen && expense.isOpen)
    try session.send(.deleteButtonWasTapped(5), to: journal)
    #expect(!form.isOpen && !expense.isOpen)
  }

  @Test func `restores a draft after a restart`() throws {
    try session.send(.amountChanged(99), to: try form(for: 5, in: session))
    session.storage.flush()
    let later = Session(storage: session.storage)
    let form = try form(for: 5, in: later)
    #expect(form.state.amount == 99)
    #expect(form.state.restored == "This is what was entered before.")
    try later.send(.saveButtonWasTapped, to: form)
    later.storage.flush()
    #expect(try self.form(for: 5, in: Session(storage: session.storage)).state.restored == nil)
  }

  @Test(arguments: [true, false]) func `lets the user choose after a conflict`(_ keepsMine: Bool) throws {
    let (first, second) = (try form(for: 5, in: session), try form(for: 5, in: session))
    try session.send(.noteChanged("Theirs"), .saveButtonWasTapped, to: first)
    try session.send(.noteChanged("Mine"), .saveButtonWasTapped, to: second)
    #expect(second.state.conflict?.hasSuffix("Theirs") == true)
    #expect(second.state.note == "Mine")
    try session.send(keepsMine ? .keepMineButtonWasTapped : .takeTheirsButtonWasTapped, to: second)
    #expect(!second.isOpen)
    let expense = try #require(session.opened(.expense))
    #expect(expense.state.note == (keepsMine ? "Mine" : "Theirs"))
    #expect(try form(for: 5, in: session).state.restored == nil)
  }

  @Test func `hides the amount in what someone else has changed, and in the result`() throws {
    let (first, second) = (try form(for: 5, in: session), try form(for: 5, in: session))
    try session.send(.amountChanged(47.11), .saveButtonWasTapped, to: first)
    try session.send(.noteChanged("Mine"), .saveButtonWasTapped, to: second)
    #expect(second.state.conflict?.contains("47.11") == true)
    var results: [String] = []
    let cancellable = session.app.reports.sink { [app = session.app] report in
      guard case .closed(_, let outcome?) = report.event else { return }
      results.append(String(decoding: outcome.value(for: app.host).json, as: UTF8.self))
    }
    session.app.send(.willResignActive)
    #expect(second.state.conflict == "•••" && second.state.amount == nil)
    #expect(second.snapshot.hidden == ["amount", "conflict"])
    try session.send(.takeTheirsButtonWasTapped, to: second)
    #expect(results.count == 1 && results[0].contains(#""amount":"0""#) && !results[0].contains("47.11"))
    cancellable.cancel()
  }

  @Test func `keeps what was entered while the user signs in again`() throws {
    let session = Session(isSignedIn: false)
    let form = session.app.open(.entry, EntryParameters(expense: .sample(1)))
    try session.send(.noteChanged("Tea"), .saveButtonWasTapped, to: form)
    #expect(form.state.message == nil && form.state.note == "Tea" && form.isOpen)
    let signIn = try #require(session.opened(.signIn))
    try session.send(
      .nameChanged("Ada"), .passwordChanged(SecretText("1234")), .signInButtonWasTapped, to: signIn)
    #expect(!form.isOpen)
    let expense = session.app.open(.expense, ExpenseParameters(id: 1))
    expense.viewDidAppear()
    session.scheduler.advance()
    #expect(expense.state.note == "Tea")
  }

  @Test func `sends the same key again after a lost answer`() throws {
    let world = TestWorld()
    let form = EntryViewModel(nil, world.environment)
    form.eventSubject.send(.amountChanged(5))
    for _ in 1...2 {
      form.eventSubject.send(.saveButtonWasTapped)
      world.scheduler.advance()
      world.backend.last(.add).fail(.timeout)
      world.scheduler.advance()
    }
    let keys = world.backend.calls(.add).map(\.input.key)
    #expect(keys.count == 2 && keys[0] == keys[1])
  }

  /// Saves a new expense on a form of its own, with the keys of a storage.
  private func save(_ world: TestWorld) -> EntryViewModel {
    let form = EntryViewModel(nil, world.environment)
    form.eventSubject.send(.amountChanged(5))
    form.eventSubject.send(.saveButtonWasTapped)
    settle(world)
    return form
  }

  private func settle(_ world: TestWorld) {
    for _ in 1...2 {
      world.environment.storage.flush()
      world.scheduler.advance()
    }
  }

  @Test func `says that an earlier process has added the expense`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var first = TestWorld()
    first.environment.storage = try Storage(folder: folder)
    _ = save(first)
    #expect(first.backend.calls(.add).count == 1)
    first.environment.storage.close()
    var second = TestWorld()
    second.environment.storage = try Storage(folder: folder)
    let form = save(second)
    second.backend.last(.add).succeed(.sample(1, "Tea"))
    settle(second)
    let date = "2026-11-20 15:04:05Z"
    #expect(
      form.state.message == "This expense was added by a save of \(date). Save again to add another one.")
    #expect(form.state.saveDisabledReason == nil && !form.state.isBusy)
    form.eventSubject.send(.saveButtonWasTapped)
    settle(second)
    let keys = second.backend.calls(.add).map(\.input.key)
    #expect(keys.count == 2 && keys[0] != keys[1])
  }

  @Test func `another user's request carries another key`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: AppDefinition.expenses.screens))
    for name in ["Ada", "Eve", "Ada"] {
      let signIn = app.open(.signIn)
      try signIn.send(.nameChanged(name))
      try signIn.send(.passwordChanged(SecretText("1234")))
      try signIn.send(.signInButtonWasTapped)
      world.backend.last(.signInWithPassword).succeed(SignedIn(name: name))
      world.scheduler.advance()
      _ = save(world)
      world.backend.last(.add).fail(.timeout)
      world.scheduler.advance()
    }
    let keys = world.backend.calls(.add).map(\.input.key)
    #expect(keys.count == 3 && keys[0] == keys[2] && keys[0] != keys[1])
    world.environment.storage.flush()
    var later = AppEnvironment.test()
    later.storage = world.environment.storage
    #expect(AppCore(later, .expenses).environment.account == "Ada")
  }
}
