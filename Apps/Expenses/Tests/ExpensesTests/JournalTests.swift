import AppTesting
import Foundation
import Screens
import Testing

@testable import Expenses

@MainActor @Suite struct JournalTests {
  @Test func `searches when the user pauses`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: AppDefinition.expenses.screens))
    let journal = app.open(.journal)
    journal.viewDidAppear()
    world.backend.last(.expenses).succeed(ExpensePage(expenses: [.sample(2), .sample(1)], total: 2))
    world.scheduler.advance()
    for text in ["c", "co", "cof"] {
      try journal.send(.searchChanged(text))
      world.scheduler.advance(by: .milliseconds(299))
    }
    #expect(world.backend.calls(.expenses).count == 1)
    #expect(app.isBusy && !journal.state.isBusy)
    world.scheduler.advance(by: .milliseconds(1))
    #expect(world.backend.calls(.expenses).map(\.input) == [ExpenseQuery(), ExpenseQuery(text: "cof")])
    world.backend.last(.expenses).succeed(ExpensePage(expenses: [], total: 0))
    world.scheduler.advance()
    #expect(journal.state.expenses.isEmpty)
    #expect(journal.state.moreDisabledReason == "These are all expenses.")
  }

  @Test func `loads more until there are no more`() throws {
    let session = Session(count: 450)
    let journal = session.openJournal()
    #expect(journal.state.count == "200 of 450")
    try session.send(.moreButtonWasTapped, .moreButtonWasTapped, to: journal)
    #expect(journal.state.expenses.map(\.id) == Array((1...450).reversed()))
    #expect(throws: EventError.refused(reason: "These are all expenses.")) { try journal.send(.moreButtonWasTapped) }
  }

  @Test func `counts a changed expense once, and a new one at its place`() throws {
    let session = Session(count: 450)
    let journal = session.openJournal()
    // Not among those that are loaded.
    let expense = session.app.open(.expense, ExpenseParameters(id: 100))
    expense.viewDidAppear()
    session.scheduler.advance()
    try session.send(.editButtonWasTapped, to: expense)
    try session.send(.noteChanged("Tea"), .saveButtonWasTapped, to: try #require(session.opened(.entry)))
    #expect(journal.state.count == "200 of 450")
    try session.send(.addButtonWasTapped, to: journal)
    let form = try #require(session.opened(.entry))
    try session.send(.amountChanged(1), .dateChanged(.distantPast), .saveButtonWasTapped, to: form)
    #expect(journal.state.count == "200 of 451")
    try session.send(.moreButtonWasTapped, .moreButtonWasTapped, to: journal)
    #expect(journal.state.count == "451 of 451")
    #expect(journal.state.expenses.map(\.id) == Array((1...450).reversed()) + [451])
    #expect(journal.state.expenses[350].note == "Tea")
  }

  @Test func `signs in again, and goes on`() throws {
    let session = Session(isSignedIn: false)
    let journal = session.openJournal()
    #expect(journal.state.isBusy && !session.app.isBusy, "it waits for the person, and a script need not")
    let form = try #require(session.opened(.signIn))
    #expect(throws: EventError.refused(reason: "The name is missing.")) { try form.send(.signInButtonWasTapped) }
    try session.send(.nameChanged("Ada"), .passwordChanged(SecretText("0")), .signInButtonWasTapped, to: form)
    #expect(form.state.message == "The name or the password is wrong.")
    #expect(form.state.hint?.contains("1234") == true, "a newcomer reads there how to come in")
    try session.send(.passwordChanged(SecretText("1234")), .signInButtonWasTapped, to: form)
    #expect(!form.isOpen)
    #expect(journal.state.expenses.count == 10)
    session.storage.flush()
    #expect(Session(storage: session.storage, isSignedIn: false).openJournal().state.expenses.count == 10)
  }

  @Test func `one sign-in serves every screen that needs it`() throws {
    let session = Session(isSignedIn: false)
    let journal = session.openJournal()
    let summary = session.app.open(.summary)
    summary.viewDidAppear()
    session.scheduler.advance()
    #expect(session.app.instances.map(\.id) == ["journal-1", "signIn-2", "summary-3"])
    let form = try #require(session.opened(.signIn))
    try session.send(
      .nameChanged("Ada"), .passwordChanged(SecretText("1234")), .signInButtonWasTapped, to: form)
    #expect(journal.state.expenses.count == 10)
    #expect(summary.state.message == nil)
    #expect(session.app.instances.map(\.id) == ["journal-1", "summary-3"])
  }

  @Test func `a sign-in that is closed ends for every screen`() throws {
    let session = Session(isSignedIn: false)
    let journal = session.openJournal()
    let expense = session.app.open(.expense, ExpenseParameters(id: 1))
    expense.viewDidAppear()
    session.scheduler.advance()
    try #require(session.opened(.signIn)).close()
    session.scheduler.advance()
    #expect(session.app.instances.map(\.id) == ["journal-1", "expense-3"])
    #expect(journal.state.message == "You are not signed in.")
    #expect(expense.state.message == "You are not signed in.")
    #expect(journal.state.cannotRetry && !journal.state.cannotSignIn)
    try session.send(.signInButtonWasTapped, to: journal)
    #expect(journal.state.cannotSignIn)
    #expect(session.opened(.signIn) != nil)
  }

  @Test func `loads again after a failure`() {
    let world = TestWorld()
    let journal = JournalViewModel(world.environment)
    journal.eventSubject.send(.viewDidAppear)
    world.scheduler.advance()
    #expect(journal.state.cannotRetry)
    world.backend.last(.expenses).fail(.timeout)
    world.scheduler.advance()
    #expect(!journal.state.cannotRetry && journal.state.cannotSignIn)
    journal.eventSubject.send(.retryButtonWasTapped)
    world.scheduler.advance()
    #expect(journal.state.cannotRetry && journal.state.message == nil)
    world.backend.last(.expenses).succeed(ExpensePage(expenses: [], total: 0))
    world.scheduler.advance()
    #expect(journal.state.cannotRetry && journal.state.count == "0 of 0")
  }

  @Test func `a sign-out leaves nothing of the user`() throws {
    let session = Session(isSignedIn: false)
    let journal = session.openJournal()
    func signIn(_ name: String) throws {
      let form = try #require(session.opened(.signIn))
      try session.send(.nameChanged(name), .passwordChanged(SecretText("1234")), .signInButtonWasTapped, to: form)
    }
    try signIn("Ada")
    try session.send(.filter(.categoryChanged(.food)), .searchChanged("Tea"), .addButtonWasTapped, to: journal)
    try session.send(.noteChanged("A draft of Ada"), to: try #require(session.opened(.entry)))
    let front = session.app.attach(.prompt, answers: ["notify"])
    try session.send(.searchChanged(""), to: journal)
    session.scheduler.advance(by: .seconds(1))
    try session.send(.filter(.categoryChanged(nil)), .deleteButtonWasTapped(7), to: journal)
    #expect(front.openQuestions.count == 1)
    try session.send(.signOutButtonWasTapped, to: journal)
    #expect(front.openQuestions.isEmpty)
    #expect(session.app.instances.map(\.name) == ["journal", "signIn"])
    #expect(journal.state.expenses.isEmpty && journal.state.count.isEmpty && journal.state.filter.category == nil)
    session.storage.flush()
    try signIn("Eve")
    #expect(journal.state.expenses.count == 10)
    #expect(front.openQuestions.isEmpty)
    try session.send(.addButtonWasTapped, to: journal)
    #expect(try #require(session.opened(.entry)).state.restored == nil)
    session.scheduler.advance(by: .seconds(10))
    #expect(journal.state.count == "10 of 10")
  }

  @Test func `keeps what is deleted for five seconds`() throws {
    let session = Session()
    let journal = session.openJournal()
    let front = session.app.attach(.prompt, answers: ["notify"])
    try session.send(.deleteButtonWasTapped(7), to: journal)
    #expect(!journal.state.expenses.map(\.id).contains(7))
    #expect(!journal.isBusy)
    try front.answer("question-1", of: .notify, with: .action)
    #expect(journal.state.expenses.map(\.id) == Array((1...10).reversed()))

    try session.send(.deleteButtonWasTapped(7), to: journal)
    session.scheduler.advance(by: .milliseconds(4_999))
    #expect(front.openQuestions.map(\.id) == ["question-2"])
    session.scheduler.advance(by: .milliseconds(1))
    session.scheduler.advance()
    #expect(front.openQuestions.isEmpty)
    #expect(journal.state.count == "9 of 9")
  }

  @Test func `offers to undo a deletion after a restart`() throws {
    let storage = Storage()
    let first = Session(storage: storage)
    try first.send(.deleteButtonWasTapped(7), to: first.openJournal())
    storage.flush()

    let second = Session(storage: storage)
    let journal = second.openJournal()
    let front = second.app.attach(.prompt, answers: ["notify"])
    let notice = try #require(front.openQuestions.first?.input(of: .notify, for: front))
    #expect(notice.text.hasSuffix(" was deleted.") && notice.action?.value == "7")
    #expect(journal.state.expenses.count == 9)
    second.scheduler.advance(by: .seconds(5))
    second.scheduler.advance()
    storage.flush()
    #expect(front.openQuestions.isEmpty)
    let third = Session(storage: storage)
    _ = third.openJournal()
    #expect(third.app.openQuestions.isEmpty)
    #expect(journal.state.count == "9 of 9")
  }

  @Test func `cannot undo what the service is asked to delete`() {
    let world = TestWorld()
    let deletions = world.environment.ledger.deletions
    deletions.begin([.sample(1)])
    deletions.begin([.sample(2)])
    world.scheduler.advance(by: .seconds(5))
    deletions.begin([.sample(3)])
    for notice in world.front.questions(.notify).reversed() { notice.answer(.action) }
    #expect(deletions.items.map(\.id) == [1, 2])
    #expect(world.backend.calls(.delete).map(\.input) == [1, 2] && world.backend.pendingCount(.delete) == 2)
  }

  @Test func `a deletion waits for a sign-in`() {
    let world = TestWorld()
    let deletions = world.environment.ledger.deletions
    deletions.begin([.sample(1)])
    world.scheduler.advance(by: .seconds(5))
    world.backend.last(.delete).fail(.sessionEnded)
    world.scheduler.advance()
    #expect(deletions.items.map(\.id) == [1])
    deletions.resume()
    world.scheduler.advance(by: .seconds(5))
    world.backend.last(.delete).succeed()
    world.scheduler.advance()
    #expect(deletions.items.isEmpty && world.backend.calls(.delete).count == 2)
  }

  @Test func `shows why an expense was not deleted, and the expense`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: AppDefinition.expenses.screens))
    let journal = app.open(.journal)
    journal.viewDidAppear()
    world.backend.last(.expenses).succeed(ExpensePage(expenses: [.sample(1)], total: 1))
    world.scheduler.advance()
    try journal.send(.deleteButtonWasTapped(1))
    world.scheduler.advance(by: .seconds(5))
    world.backend.last(.delete).fail(.timeout)
    world.scheduler.advance()
    #expect(journal.state.message == "The expense was not deleted. The backend took too long to answer.")
    #expect(app.instances.count == 1 && journal.state.expenses.map(\.id) == [1])
  }

  @Test func `hides amounts in the background`() {
    let session = Session()
    let journal = session.openJournal()
    session.app.send(.willResignActive)
    #expect(journal.state.expenses.allSatisfy { $0.amount == nil })
    #expect(journal.snapshot.hidden == ["expenses/amount"])
    session.app.send(.didBecomeActive)
    #expect(journal.state.expenses.allSatisfy { $0.amount != nil })
  }

  @Test func `an old page does not bring back what was deleted, and a later one what was restored`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: AppDefinition.expenses.screens))
    let journal = app.open(.journal)
    let page = ExpensePage(expenses: [.sample(2), .sample(1)], total: 2)
    journal.viewDidAppear()
    world.backend.last(.expenses).succeed(page)
    world.scheduler.advance()
    try journal.send(.deleteButtonWasTapped(1))
    world.scheduler.advance(by: .seconds(5))
    try journal.send(.filter(.categoryChanged(nil)))
    world.backend.last(.delete).succeed()
    world.scheduler.advance()
    world.backend.last(.expenses).succeed(page)
    world.scheduler.advance()
    #expect(journal.state.expenses.map(\.id) == [2] && journal.state.count == "1 of 1")
    try journal.send(.filter(.categoryChanged(nil)))
    world.backend.last(.expenses).succeed(page)
    world.scheduler.advance()
    #expect(journal.state.expenses.map(\.id) == [2, 1] && journal.state.count == "2 of 2")
  }

  @Test func `the summary follows what is saved and deleted`() throws {
    let world = TestWorld()
    let environment = world.environment
    let summary = SummaryViewModel(environment)
    let total = CategoryTotal(category: .food, currency: .eur, amount: 20, count: 2)
    summary.eventSubject.send(.viewDidAppear)
    world.backend.last(.summary).succeed([total])
    world.scheduler.advance()
    #expect(summary.state.month == "November 2026")
    #expect(summary.state.totals.map(\.amount) == [.eur(20)])
    environment.ledger.deletions.begin([.sample(1, amount: 12.5)])
    #expect(summary.state.totals.map(\.amount) == [.eur(7.5)])
    world.front.last(.notify).answer(.action)
    #expect(summary.state.totals.map(\.amount) == [.eur(20)])
    environment.ledger.changed.send(.sample(2))
    #expect(world.backend.pendingCount(.summary) == 1)
  }

  @Test func `a month that cannot be loaded leaves the one that is shown, with the reason and a way to try again`() {
    let world = TestWorld()
    let summary = SummaryViewModel(world.environment)
    let total = CategoryTotal(category: .food, currency: .eur, amount: 20, count: 2)
    summary.eventSubject.send(.viewDidAppear)
    world.backend.last(.summary).succeed([total])
    world.scheduler.advance()
    summary.eventSubject.send(.previousButtonWasTapped)
    let october = world.backend.last(.summary).input
    #expect(summary.state.month == "November 2026" && summary.state.totals.count == 1 && summary.state.isBusy)
    world.backend.last(.summary).fail(.timeout)
    world.scheduler.advance()
    #expect(summary.state.month == "November 2026" && summary.state.totals.map(\.amount) == [.eur(20)])
    #expect(summary.state.message == "The backend took too long to answer." && !summary.state.cannotRetry)
    // What is about to be deleted is of the month that is shown.
    world.environment.ledger.deletions.begin([.sample(1, amount: 12.5)])
    #expect(summary.state.totals.map(\.amount) == [.eur(7.5)] && summary.state.message != nil)
    summary.eventSubject.send(.retryButtonWasTapped)
    #expect(world.backend.last(.summary).input == october && summary.state.message == nil)
    world.backend.last(.summary).succeed([])
    world.scheduler.advance()
    #expect(summary.state.month == "October 2026" && summary.state.totals.isEmpty)
    summary.eventSubject.send(.nextButtonWasTapped)
    summary.eventSubject.send(.nextButtonWasTapped)
    world.backend.last(.summary).succeed([])
    world.scheduler.advance()
    #expect(summary.state.month == "December 2026")
  }

  @Test func `journal and summary have the filter as a part`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: AppDefinition.expenses.screens))
    let journal = app.open(.journal)
    try journal.send(.filter(.categoryChanged(.home)))
    #expect(journal.state.filter.category == .home)
    #expect(world.backend.last(.expenses).input == ExpenseQuery(category: .home))
    let summary = app.open(.summary)
    try summary.send(.viewDidAppear)
    world.backend.last(.summary).succeed([
      CategoryTotal(category: .food, currency: .eur, amount: 20, count: 2),
      CategoryTotal(category: .home, currency: .eur, amount: 30, count: 1),
    ])
    world.scheduler.advance()
    try summary.send(.filter(.categoryChanged(.food)))
    #expect(summary.state.totals.map(\.amount) == [.eur(20)])
    try summary.send(.filter(.categoryChanged(nil)))
    #expect(summary.state.totals.map(\.amount) == [.eur(20), .eur(30)])
    #expect(world.backend.calls(.summary).count == 1)
    #expect(journal.state.filter.category == .home)
  }

  @Test func `the descriptions have no mistake`() {
    #expect(AnyScreen.check(AppDefinition.expenses.screens, forAssistants: true) == [])
    #expect(
      AppDefinition.expenses.operations == ["signIn", "expenses", "expense", "add", "save", "delete", "summary"])
  }
}
