import AppTesting
import Foundation
import HTTP
import Screens
import Testing

@testable import Expenses

/// What the service answers, in memory and on the routes of a server.
@MainActor @Suite struct WorldTests {
  private let backend = Backend.handlers(World(Session.context(TestScheduler()), count: 1_000).handlers)

  private func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) async throws -> Answer {
    var answers = backend.answer(operation, input).values.makeAsyncIterator()
    return try #require(try await answers.next())
  }

  private func reply(
    _ method: String, _ path: String..., tag: String? = nil, query: [String: [String]] = [:], body: String = ""
  ) -> HTTPEndpoints.Reply? {
    let request = HTTPEndpoints.Request(
      method: method, path: path, query: query, entityTag: tag, body: Array(body.utf8))
    var reply: HTTPEndpoints.Reply?
    let cancellable = HTTPEndpoints(backend, routes: HTTPRoute.expenses(nil)).reply(to: request).sink { reply = $0 }
    cancellable.cancel()
    return reply
  }

  @Test func `needs a token, and a password to get one`() async {
    let world = World(Session.context(TestScheduler(), isSignedIn: false), count: 1)
    let backend = Backend.handlers(world.handlers)
    func status(_ password: String) async -> Int? {
      do {
        let signIn = SignIn(name: "Ada", password: SecretText(password))
        for try await _ in backend.answer(.signInWithPassword, signIn).values {}
        for try await _ in backend.answer(.expense, 1).values {}
      } catch { return (error as? ServiceError)?.httpStatus }
      return nil
    }
    #expect(await status("4321") == 403)
    #expect(await status("1234") == nil)
  }

  @Test func `has the expenses of a seed in pages, newest first`() async throws {
    let first = try await answer(.expenses, ExpenseQuery())
    #expect(first.total == 1_000)
    #expect(first.expenses.map(\.id) == Array((801...1_000).reversed()))
    let last = try await answer(.expenses, ExpenseQuery(offset: 900))
    #expect(last.expenses.map(\.id) == Array((1...100).reversed()))
    let other = Backend.handlers(World(Session.context(TestScheduler()), count: 1_000).handlers)
    for try await page in other.answer(.expenses, ExpenseQuery()).values { #expect(page == first) }
  }

  @Test func `finds texts and categories`() async throws {
    let coffee = try await answer(.expenses, ExpenseQuery(text: "COFFEE"))
    #expect(!coffee.expenses.isEmpty && coffee.expenses.allSatisfy { $0.details.note == "Coffee" })
    let home = try await answer(.expenses, ExpenseQuery(text: "coffee", category: .home))
    #expect(home == ExpensePage(expenses: [], total: 0))
  }

  @Test func `adds once for a key`() async throws {
    let new = NewExpense(details: Expense.sample(0).details, key: .random())
    let added = try await answer(.add, new)
    #expect(added.id == 1_001)
    #expect(try await answer(.add, new) == added)
    #expect(try await answer(.expenses, ExpenseQuery()).total == 1_001)
  }

  @Test func `refuses to change what someone else has changed`() async throws {
    var expense = try await answer(.expense, 5)
    expense.details.note = "First"
    let saved = try await answer(.save, expense)
    #expect(saved.version == .number(2))
    await #expect(throws: ServiceError.problem(status: 412, detail: "Someone else has changed the expense.")) {
      try await answer(.save, expense)
    }
  }

  @Test func `adds a month up by category and currency`() async throws {
    let all = Period(start: .distantPast, end: .distantFuture)
    let totals = try await answer(.summary, all)
    #expect(totals.reduce(0) { $0 + $1.count } == 1_000)
    #expect(try await answer(.summary, Period(start: .distantPast, end: .distantPast)).isEmpty)
  }

  @Test func `has the version of an expense in headers`() throws {
    let loaded = try #require(self.reply("GET", "expenses", "5"))
    #expect(loaded.status == 200 && loaded.entityTag == "\"1\"")
    #expect(!String(decoding: loaded.body, as: UTF8.self).contains("version"))
    let details =
      #"{"amount":"1","currency":"EUR","date":"2026-11-20T15:04:05Z","category":"food","note":"","tags":[]}"#
    let saved = try #require(self.reply("PUT", "expenses", "5", tag: "\"1\"", body: details))
    #expect(saved.status == 200 && saved.entityTag == "\"2\"")
    #expect(reply("PUT", "expenses", "5", tag: "\"1\"", body: details)?.status == 412)
    #expect(reply("DELETE", "expenses", "5")?.status == 204)
    #expect(reply("GET", "expenses", "5")?.status == 404)
  }

  @Test func `asks for a page in the query`() throws {
    let reply = try #require(
      self.reply("GET", "expenses", query: ["text": ["bus"], "category": ["food"], "offset": ["0"]]))
    #expect(String(decoding: reply.body, as: UTF8.self) == #"{"expenses":[],"total":0}"#)
  }
}
