import Foundation
import Screens

// What the service can be asked.

/// A part of the journal: the expenses with a text and of a category, newest first, from an offset on.
struct ExpenseQuery: JSONRecord, Equatable, Sendable {
  var text = ""
  var category: Category?
  var offset = 0

  static let record = Codec(ExpenseQuery.init(text:category:offset:), \.text, \.category, \.offset)

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

  static let record = Codec(ExpensePage.init(expenses:total:), \.expenses, \.total)
}

/// A new expense. The key keeps it from being added twice when an answer is lost.
struct NewExpense: JSONRecord, Equatable, Sendable {
  var details: ExpenseDetails
  var key: IdempotencyKey

  static let record = Codec(NewExpense.init(details:key:), \.details, \.key)
}

/// A span of time, such as a month.
struct Period: JSONRecord, Equatable, Sendable {
  var start: Date
  var end: Date

  static let record = Codec(Period.init(start:end:), \.start, \.end)
}

/// What was spent on a category in a currency.
struct CategoryTotal: JSONRecord, Equatable, Sendable {
  var category: Category
  var currency: Currency
  var amount: Decimal
  var count: Int

  static let record = Codec(
    CategoryTotal.init(category:currency:amount:count:), Field(\.category),
    Field(\.currency), Field(\.amount, "How much was paid.", .isPrivate(as: 0)), Field(\.count))
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
