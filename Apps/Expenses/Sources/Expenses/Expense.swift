import Foundation
import HTTP
import Screens

/// What money was spent on.
enum Category: String, Choice {
  case food, transport, home, health, leisure, other
}

/// The currency of an amount.
enum Currency: String, Choice {
  case eur = "EUR"
  case usd = "USD"
  case gbp = "GBP"

  /// How many decimals an amount has at most.
  var decimals: Int {
    switch self {
    case .eur, .usd, .gbp: 2
    }
  }
}

/// An amount of money.
struct Price: JSONRecord, Equatable, Sendable {
  var amount: Decimal
  var currency: Currency

  static let record = Codec(Price.init(amount:currency:), \.amount, \.currency)
    .asMoney
}

/// What a person writes down of an expense.
struct ExpenseDetails: JSONRecord, Equatable, Sendable {
  var amount: Decimal
  var currency = Currency.eur
  var date: Date
  var category = Category.food
  /// How good a purchase it was, from 1 to 5.
  var rating: Int?
  var note = ""
  var tags: [String] = []

  static let record = Codec(
    ExpenseDetails.init(amount:currency:date:category:rating:note:tags:),
    Field(\.amount, "How much was paid.", .isPrivate(as: 0)),
    Field(\.currency), Field(\.date), Field(\.category), Field(\.rating),
    Field(\.note), Field(\.tags))

  /// The amount with its currency.
  var price: Price { Price(amount: amount, currency: currency) }

  /// What keeps the details from being saved, in sentences for people.
  func problems(now: Date, _ words: Words) -> [String] {
    var problems: [String] = []
    if amount == 0 { problems.append(words.text("The amount is missing.")) }
    if amount < 0 { problems.append(words.text("The amount is less than zero.")) }
    if !amount.hasDecimals(atMost: currency.decimals) {
      problems.append(
        words.text("An amount in \(currency.rawValue) has at most \(count: currency.decimals) decimals."))
    }
    if amount > 1_000_000 { problems.append(words.text("The amount is more than \(count: 1_000_000).")) }
    if date > now.addingTimeInterval(86_400) { problems.append(words.text("The date is in the future.")) }
    if let rating, !(1...5).contains(rating) { problems.append(words.text("The rating is a number from 1 to 5.")) }
    if note.count > 200 { problems.append(words.text("The note has more than 200 characters.")) }
    return problems
  }
}

/// An expense of the journal, in a version of its server.
struct Expense: JSONRecord, Identifiable, ScreenOutcome {
  var id: Int
  var details: ExpenseDetails
  var version: EntityTag

  static let record = Codec(Expense.init(id:details:version:), \.id, \.details, \.version)
}

/// What the form for an expense holds, and the expense that it was opened with; `nil` for a new one.
struct Draft: JSONRecord, Equatable, Sendable {
  var base: Expense?
  var details: ExpenseDetails

  static let record = Codec(Draft.init(base:details:), \.base, \.details)
}

extension Decimal {
  fileprivate func hasDecimals(atMost count: Int) -> Bool {
    var (amount, rounded) = (self, Decimal())
    NSDecimalRound(&rounded, &amount, count, .plain)
    return rounded == self
  }
}
