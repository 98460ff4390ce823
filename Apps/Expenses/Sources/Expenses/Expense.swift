import Foundation
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
    Member("amount", \.amount).hiddenInRecordings(as: "0"),
    Member("currency", \.currency), Member("date", \.date), Member("category", \.category), Member("rating", \.rating),
    Member("note", \.note), Member("tags", \.tags))

  /// The amount with its currency, such as `12.50 EUR`.
  func amountText(_ decimalSign: String) -> String { Self.text(amount, currency, decimalSign) }

  static func text(_ amount: Decimal, _ currency: Currency, _ decimalSign: String) -> String {
    let parts = "\(amount)".split(separator: ".")
    let cents = parts.count > 1 ? String(parts[1]) : ""
    let zeros = String(repeating: "0", count: max(0, 2 - cents.count))
    return "\(parts[0])\(decimalSign)\(cents)\(zeros) \(currency.rawValue)"
  }

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

  static let record = Codec(
    Expense.init(id:details:version:), Member("id", \.id), Member("details", \.details), Member("version", \.version))
}

/// What the form for an expense holds, and the expense that it was opened with; `nil` for a new one.
struct Draft: JSONRecord, Equatable, Sendable {
  var base: Expense?
  var details: ExpenseDetails

  static let record = Codec(
    Draft.init(base:details:), Member("base", \.base), Member("details", \.details))
}

extension Words {
  /// What stands before the decimals: a comma in German.
  var decimalSign: String { locale.decimalSeparator ?? "." }
}

extension Decimal {
  fileprivate func hasDecimals(atMost count: Int) -> Bool {
    var (amount, rounded) = (self, Decimal())
    NSDecimalRound(&rounded, &amount, count, .plain)
    return rounded == self
  }
}
