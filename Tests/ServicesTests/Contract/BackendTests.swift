import ExpectSupport
import Foundation
import Models
import Requests
import RequestsSupport
import Services
import Testing

/// The behaviour that all backends share.
@Suite(.timeLimit(.minutes(30))) struct BackendTests {
  @Test(arguments: BackendKind.allCases)
  func `a balance is the account's funds with the date`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let expected = Balance(value: try Money("1234.56"), date: Fixture.date)
    await expectEqual(outcome(of: fixture.backend.balance.balance()), Outcome(values: [expected]))
    await expectEqual(outcome(of: fixture.backend.balance.refreshBalance()), Outcome(values: [expected]))
  }

  @Test(arguments: BackendKind.allCases, ["-0.01", "12345678901234567890.12", "0.001"])
  func `a balance keeps every digit`(kind: BackendKind, amount: String) async throws {
    let fixture = try Fixture(kind, funds: amount)
    defer { fixture.close() }
    await expectEqual(outcome(of: fixture.backend.balance.balance()).value?.value.amountText, amount)
  }

  @Test(arguments: BackendKind.allCases)
  func `a product is the shop's`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    for product in MockWorld.products {
      await expectEqual(outcome(of: fixture.backend.products.product(id: product.id)), Outcome(values: [product]))
    }
  }

  @Test(arguments: BackendKind.allCases)
  func `an unknown product is a problem in the shop's words`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let problem = ServiceError.problem(status: 404, detail: "There is no such product.")
    let products = fixture.backend.products
    await expectEqual(outcome(of: products.product(id: "elixir")).error, problem)
    let purchase = try products.purchaseProduct(id: "elixir", idempotencyKey: key("a"))
    await expectEqual(outcome(of: purchase).error, problem)
  }

  @Test(arguments: BackendKind.allCases)
  func `a purchase returns a receipt and lowers the balance`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let bought = try await outcome(of: fixture.backend.products.purchaseProduct(id: "wand", idempotencyKey: key("a")))
    let receipt = Receipt(id: "R-1", productID: "wand", price: try Money("199"), date: Fixture.date)
    expectEqual(bought, Outcome(values: [receipt]))
    #expect(await outcome(of: fixture.backend.balance.balance()).value?.value == (try Money("1035.56")))
  }

  @Test(arguments: BackendKind.allCases)
  func `the feed has the balance now and after each purchase`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let products = fixture.backend.products
    var texts: [String] = []
    for await balance in fixture.backend.balance.latestBalances.values {
      texts.append(balance.value.amountText)
      if texts.count == 3 { break }
      // The same purchase twice changes nothing.
      for _ in 1...2 {
        _ = await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: try key("key-\(texts.count)")))
      }
    }
    expectEqual(texts, ["1234.56", "1035.56", "836.56"])
  }

  @Test(arguments: BackendKind.allCases)
  func `a retry with the same key buys once`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let products = fixture.backend.products
    let first = try await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: key("a")))
    let retry = try await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: key("a")))
    #expect(first.value != nil)
    expectEqual(retry, first)
    #expect(fixture.world.balance().value == (try Money("1035.56")))
    let second = try await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: key("b")))
    expectEqual(second.value?.id, "R-2")
    #expect(fixture.world.balance().value == (try Money("836.56")))
  }

  @Test(arguments: BackendKind.allCases)
  func `a key belongs to one product`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let products = fixture.backend.products
    _ = try await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: key("a")))
    let other = try await outcome(of: products.purchaseProduct(id: "cloak", idempotencyKey: key("a")))
    expectEqual(other.error, .problem(status: 422, detail: "This idempotency key belongs to another request."))
  }

  @Test(arguments: BackendKind.allCases)
  func `a purchase beyond the funds leaves its key unused`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let products = fixture.backend.products
    let refused = try await outcome(of: products.purchaseProduct(id: "broomstick", idempotencyKey: key("a")))
    expectEqual(refused.error, .problem(status: 402, detail: "There is not enough money on the account."))
    #expect(fixture.world.balance().value == (try Money("1234.56")))
    #expect(try await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: key("a"))).value != nil)
  }

  @Test(arguments: BackendKind.allCases)
  func `a purchase may spend the last cent`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind, funds: "199.00")
    defer { fixture.close() }
    let products = fixture.backend.products
    #expect(try await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: key("a"))).value != nil)
    expectEqual(fixture.world.balance().value, Money.zero)
    #expect(try await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: key("b"))).error != nil)
  }

  @Test(arguments: BackendKind.allCases)
  func `an account takes its user name, ignoring case`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let accounts = fixture.backend.accounts
    let name = try Username("Radagast")
    let account = NewAccount(username: name, password: Password("xyzzy-7319"))
    await expectEqual(outcome(of: accounts.usernameAvailable(name)), Outcome(values: [true]))
    let created = try await outcome(of: accounts.createAccount(account, idempotencyKey: key("a")))
    expectEqual(created, Outcome(values: [Account(username: name)]))
    try await expectEqual(outcome(of: accounts.usernameAvailable(Username("radagast"))), Outcome(values: [false]))
    let taken = ServiceError.problem(status: 409, detail: "This user name is taken.")
    try await expectEqual(outcome(of: accounts.createAccount(account, idempotencyKey: key("b"))).error, taken)
  }

  @Test(arguments: BackendKind.allCases)
  func `a retry with the same key creates an account once`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let accounts = fixture.backend.accounts
    let account = NewAccount(username: try Username("Radagast"), password: Password("xyzzy-7319"))
    let first = try await outcome(of: accounts.createAccount(account, idempotencyKey: key("a")))
    let retry = try await outcome(of: accounts.createAccount(account, idempotencyKey: key("a")))
    expectEqual(first.value, Account(username: account.username))
    expectEqual(retry, first)
  }

  @Test(arguments: BackendKind.allCases)
  func `a key of an account belongs to one name and password`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let accounts = fixture.backend.accounts
    var account = NewAccount(username: try Username("radagast"), password: Password("xyzzy-7319"))
    _ = try await outcome(of: accounts.createAccount(account, idempotencyKey: key("a")))
    let reused = ServiceError.problem(status: 422, detail: "This idempotency key belongs to another request.")
    account.password = Password("xyzzy-7320")
    try await expectEqual(outcome(of: accounts.createAccount(account, idempotencyKey: key("a"))).error, reused)
    account = NewAccount(username: try Username("alatar"), password: Password("xyzzy-7319"))
    try await expectEqual(outcome(of: accounts.createAccount(account, idempotencyKey: key("a"))).error, reused)
    #expect(fixture.world.isAvailable(account.username))
  }

  @Test(arguments: BackendKind.allCases)
  func `a refused account leaves its key unused`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let accounts = fixture.backend.accounts
    let taken = NewAccount(username: try Username("merlin"), password: Password("xyzzy-7319"))
    try await expectEqual(outcome(of: accounts.createAccount(taken, idempotencyKey: key("a"))).error?.httpStatus, 409)
    let free = NewAccount(username: try Username("radagast"), password: Password("xyzzy-7319"))
    #expect(try await outcome(of: accounts.createAccount(free, idempotencyKey: key("a"))).value != nil)
  }

  @Test(arguments: [".", ".."])
  func `an identifier that makes another path is refused before it is sent`(text: String) async throws {
    let fixture = try Fixture(.http)
    defer { fixture.close() }
    let products = fixture.backend.products
    let error = try await outcome(
      of: products.purchaseProduct(id: #require(ProductID(rawValue: text)), idempotencyKey: key("a"))
    ).error
    expectEqual(error?.message, "\"purchase\" is not sent: \"id\" is only dots, and it is a part of the address.")
  }

  @Test(
    arguments: BackendKind.allCases,
    ["a/b", "a?b=c&d", "50%", "%2F", "#", "...", "the grey", "a+b", "Гэндальф", "甘道夫", "e\u{301}", "👩‍🔬x"])
  func `names and identifiers arrive unchanged`(kind: BackendKind, text: String) async throws {
    let id = try #require(ProductID(rawValue: text))
    let product = Product(id: id, title: text, description: text, price: .zero)
    let fixture = try Fixture(kind, products: [product])
    defer { fixture.close() }
    await expectEqual(outcome(of: fixture.backend.products.product(id: id)).value, product)
    let bought = try await outcome(of: fixture.backend.products.purchaseProduct(id: id, idempotencyKey: key("a")))
    expectEqual(bought.value?.productID, id)
    if let name = try? Username(text) {
      let accounts = fixture.backend.accounts
      #expect(await outcome(of: accounts.usernameAvailable(name)).value == true)
      let account = NewAccount(username: name, password: Password("x"))
      _ = try await outcome(of: accounts.createAccount(account, idempotencyKey: key("a")))
      #expect(await outcome(of: accounts.usernameAvailable(name)).value == false)
    }
  }

  @Test(arguments: BackendKind.allCases)
  func `each subscription sends a request`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let purchase = try fixture.backend.products.purchaseProduct(id: "wand", idempotencyKey: key("a"))
    let balance = fixture.backend.balance.balance()
    #expect(await outcome(of: balance).value?.value == (try Money("1234.56")))
    _ = await outcome(of: purchase)
    #expect(await outcome(of: balance).value?.value == (try Money("1035.56")))
    #expect(fixture.server.map { $0.requests.count == 3 } ?? true)
  }

  @Test(arguments: BackendKind.allCases)
  func `a failure has the backend's words`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind, failures: .all)
    defer { fixture.close() }
    let (products, accounts) = (fixture.backend.products, fixture.backend.accounts)
    let name = try Username("radagast")
    let failure = ServiceError.problem(status: 503, detail: "Something went wrong!")
    await expectEqual(outcome(of: fixture.backend.balance.balance()), Outcome(error: failure))
    await expectEqual(outcome(of: products.product(id: "wand")), Outcome(error: failure))
    try await expectEqual(outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: key("a"))).error, failure)
    await expectEqual(outcome(of: accounts.usernameAvailable(name)), Outcome(error: failure))
    let account = NewAccount(username: name, password: Password("x"))
    try await expectEqual(
      outcome(of: accounts.createAccount(account, idempotencyKey: key("a"))), Outcome(error: failure))
    #expect(fixture.world.balance().value == (try Money("1234.56")))
    #expect(fixture.world.isAvailable(name))
  }

  @Test(arguments: BackendKind.allCases)
  func `a purchase whose answer is lost is carried out once`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind, failures: try RequestFailures(parsing: "purchase:1:lost"))
    defer { fixture.close() }
    let purchase = try fixture.backend.products.purchaseProduct(id: "wand", idempotencyKey: key("a"))
    let lost = await outcome(of: purchase).error
    guard lost?.code == .transport else {
      Issue.record("not a failed transport: \(String(describing: lost))")
      return
    }
    #expect(fixture.world.balance().value == (try Money("1035.56")))
    await expectEqual(outcome(of: purchase).value?.id, "R-1")
    #expect(fixture.world.balance().value == (try Money("1035.56")))
  }

  @Test(arguments: BackendKind.allCases)
  func `an account whose answer is lost is created once`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind, failures: try RequestFailures(parsing: "account:1:lost"))
    defer { fixture.close() }
    let account = NewAccount(username: try Username("radagast"), password: Password("xyzzy-7319"))
    let creation = try fixture.backend.accounts.createAccount(account, idempotencyKey: key("a"))
    #expect(await outcome(of: creation).error?.isDefinite == false)
    await expectEqual(outcome(of: creation).value?.username, account.username)
  }

  @Test(arguments: BackendKind.allCases)
  func `fifty concurrent retries buy once`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind)
    defer { fixture.close() }
    let purchase = try key("a")
    let products = fixture.backend.products
    let receipts = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await outcome(of: products.purchaseProduct(id: "wand", idempotencyKey: purchase)).value?.id
        }
      }
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    expectEqual(receipts, ["R-1"])
    #expect(fixture.world.balance().value == (try Money("1035.56")))
  }
}
