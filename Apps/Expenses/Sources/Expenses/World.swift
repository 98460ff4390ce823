import Foundation
import HTTP
import Screens
import Synchronization

/// The service in memory: a journal of 10,000 expenses that follow from the seed of the session.
final class World: Sendable {
  static let pageSize = 200
  static let url = URL(string: "https://expenses.example")!

  private let context: AppDefinition.MockContext
  private let count: Int
  private let credentials: ServerCredentials
  /// The expenses, newest first; `nil` until the first request.
  private let expenses = Mutex<[Expense]?>(nil)
  private let answered = Mutex<[IdempotencyKey: Expense]>([:])

  init(_ context: AppDefinition.MockContext, count: Int = 10_000) {
    self.context = context
    self.count = count
    credentials = ServerCredentials(for: Self.url, in: context.storage)
  }

  /// The world, whose session ends when the user signs out.
  var backend: Backend { Backend.handlers(handlers, session: credentials) }

  /// How the world answers. All handlers but one answer at once, on the thread of the request. A summary looks at every
  /// expense, so it is made in a task, beside the main thread.
  var handlers: [ServiceHandler] {
    [
      .signIn(password: "1234", credentials),
      handler(.expenses) { Self.page($0, of: $1) },
      handler(.expense) { expenses, id in expenses[try Self.index(of: id, in: expenses)] },
      handler(.add) { try self.add($1, to: &$0) },
      handler(.save) { try self.save($1, in: &$0) },
      handler(.delete) { expenses, id in expenses.remove(at: try Self.index(of: id, in: expenses)) },
      ServiceHandler(.summary) { period async throws in
        Self.totals(
          try self.withExpenses { $0 }.filter { period.start <= $0.details.date && $0.details.date < period.end })
      },
    ]
  }

  private func handler<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>,
    _ answer: @escaping @Sendable (inout [Expense], Input) throws -> Answer
  ) -> ServiceHandler {
    ServiceHandler(operation) { input in try self.withExpenses { try answer(&$0, input) } }
  }

  private func withExpenses<Answer: Sendable>(_ body: (inout [Expense]) throws -> Answer) throws -> Answer {
    guard credentials.hasToken else { throw ServiceError.status(401) }
    return try expenses.withLock { expenses in
      var all = expenses ?? makeExpenses()
      defer { expenses = all }
      expenses = nil
      return try body(&all)
    }
  }
}

// MARK: - The answers

extension World {
  private static func page(_ expenses: [Expense], of query: ExpenseQuery) -> ExpensePage {
    let found = expenses.filter { query.matches($0.details) }
    return ExpensePage(expenses: Array(found.dropFirst(query.offset).prefix(pageSize)), total: found.count)
  }

  private func add(_ new: NewExpense, to expenses: inout [Expense]) throws -> Expense {
    if let known = answered.withLock({ $0[new.key] }) { return known }
    let id = (expenses.map(\.id).max() ?? 0) + 1
    let expense = Expense(id: id, details: new.details, version: .number(1))
    Self.insert(expense, into: &expenses)
    answered.withLock { $0[new.key] = expense }
    return expense
  }

  private func save(_ change: Expense, in expenses: inout [Expense]) throws -> Expense {
    let index = try Self.index(of: change.id, in: expenses)
    guard expenses[index].version == change.version else {
      throw ServiceError.problem(status: 412, detail: "Someone else has changed the expense.")
    }
    expenses.remove(at: index)
    let saved = Expense(id: change.id, details: change.details, version: change.version.next)
    Self.insert(saved, into: &expenses)
    return saved
  }

  private static func totals(_ expenses: [Expense]) -> [CategoryTotal] {
    Category.allCases.flatMap { category in
      Currency.allCases.compactMap { currency in
        let found = expenses.filter { $0.details.category == category && $0.details.currency == currency }
        guard !found.isEmpty else { return nil }
        let amount = found.reduce(Decimal(0)) { $0 + $1.details.amount }
        return CategoryTotal(category: category, currency: currency, amount: amount, count: found.count)
      }
    }
  }

  private static func insert(_ expense: Expense, into expenses: inout [Expense]) {
    let index = expenses.firstIndex { $0.details.date <= expense.details.date }
    expenses.insert(expense, at: index ?? expenses.count)
  }

  private static func index(of id: Int, in expenses: [Expense]) throws -> Int {
    guard let index = expenses.firstIndex(where: { $0.id == id }) else {
      throw ServiceError.problem(status: 404, detail: "This expense was deleted.")
    }
    return index
  }
}

// MARK: - The expenses

extension World {
  private static let notes: [Category: [String]] = [
    .food: ["Groceries", "Lunch", "Coffee", "Bakery"], .transport: ["Train", "Bus", "Petrol", "Bicycle repair"],
    .home: ["Rent", "Electricity", "Furniture"], .health: ["Pharmacy", "Dentist", "Gym"],
    .leisure: ["Cinema", "Books", "Concert", "Museum"], .other: ["Gift", "Stamps", "Haircut"],
  ]

  private func makeExpenses() -> [Expense] {
    var random = context.random
    let now = context.now()
    return (0..<count).map { age in
      let category = Category.allCases[Int.random(in: 0..<Category.allCases.count, using: &random)]
      let notes = Self.notes[category] ?? []
      let details = ExpenseDetails(
        amount: Decimal(Int.random(in: 100...20_000, using: &random)) / 100,
        currency: Int.random(in: 0..<10, using: &random) == 0 ? .usd : .eur,
        date: now.addingTimeInterval(-10_800 * Double(age)), category: category,
        rating: Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 1...5, using: &random) : nil,
        note: notes[Int.random(in: 0..<notes.count, using: &random)],
        tags: Int.random(in: 0..<5, using: &random) == 0 ? ["shared"] : [])
      return Expense(id: count - age, details: details, version: .number(1))
    }
  }
}

extension EntityTag {
  /// The version with a number.
  static func number(_ number: Int) -> EntityTag { EntityTag(rawValue: "\"\(number)\"")! }

  /// The version after one with a number.
  var next: EntityTag { .number((Int(rawValue.dropFirst().dropLast()) ?? 0) + 1) }
}
