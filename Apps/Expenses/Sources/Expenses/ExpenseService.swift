import Foundation
import Screens

// What the service can be asked.

/// A password. It has no description, and no JSON that goes out.
struct Password: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  var isEmpty: Bool { text.isEmpty }

  func withRevealedText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(text)
  }
}

struct SignIn: JSONRecord, Sendable {
  var name: String
  var password: Password

  static let record = Codec(
    SignIn.init(name:password:), Member("name", \.name), Member(secret: "password", \.password))
}

/// Who is signed in. The access token stays in the backend, so no screen and no recording has it.
struct Account: JSONRecord, ScreenOutcome {
  var name: String

  static let record = Codec(Account.init(name:), Member("name", \.name))
}

/// A part of the journal: the expenses with a text and of a category, newest first, from an offset on.
struct ExpenseQuery: JSONRecord, Equatable, Sendable {
  var text = ""
  var category: Category?
  var offset = 0

  static let record = Codec(
    ExpenseQuery.init(text:category:offset:), Member("text", \.text), Member("category", \.category),
    Member("offset", \.offset))

  func matches(_ details: ExpenseDetails) -> Bool {
    guard category == nil || details.category == category else { return false }
    let text = text.lowercased()
    return text.isEmpty || details.note.lowercased().contains(text) || details.tags.contains(text)
  }
}

struct ExpensePage: JSONRecord, Equatable, Sendable {
  var expenses: [Expense]
  /// How many expenses the query finds in all.
  var total: Int

  static let record = Codec(
    ExpensePage.init(expenses:total:), Member("expenses", \.expenses), Member("total", \.total))
}

/// A new expense. The key keeps it from being added twice when an answer is lost.
struct NewExpense: JSONRecord, Equatable, Sendable {
  var details: ExpenseDetails
  var key: IdempotencyKey

  static let record = Codec(
    NewExpense.init(details:key:), Member("details", \.details), Member("key", \.key))
}

/// A span of time, such as a month.
struct Period: JSONRecord, Equatable, Sendable {
  var start: Date
  var end: Date

  static let record = Codec(Period.init(start:end:), Member("start", \.start), Member("end", \.end))
}

/// What was spent on a category in a currency.
struct CategoryTotal: JSONRecord, Equatable, Sendable {
  var category: Category
  var currency: Currency
  var amount: Decimal
  var count: Int

  static let record = Codec(
    CategoryTotal.init(category:currency:amount:count:), Member("category", \.category),
    Member("currency", \.currency), Member("amount", \.amount).hiddenInRecordings(as: "0"), Member("count", \.count))
}

extension ServiceOperation<SignIn, Account> {
  /// A sign-in never waits for one: a wrong password is its answer.
  static var signIn: Self { Self("signIn").effect(.changes).withoutRenewal() }
}

extension ServiceOperation<ExpenseQuery, ExpensePage> {
  static var expenses: Self { Self("expenses") }
}

extension ServiceOperation<Int, Expense> {
  static var expense: Self { Self("expense") }
}

extension ServiceOperation<NewExpense, Expense> {
  static var add: Self { Self("add").effect(.changes).signIn(.required) }
}

extension ServiceOperation<Expense, Expense> {
  /// Changes an expense, unless it has another version by then: that fails with status 412.
  static var save: Self { Self("save").effect(.changes) }
}

extension ServiceOperation<Int, Void> {
  static var delete: Self { Self("delete").effect(.repeatable) }
}

extension ServiceOperation<Period, [CategoryTotal]> {
  static var summary: Self { Self("summary") }
}
