import Foundation
import JSON
import Locking
import Models
import Services
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@testable import ViewModels

/// The screens on the mock's one world, spoken to as a front that knows none of them: with JSON alone.
@MainActor @Suite struct WholeAppTests {
  let scheduler = TestScheduler()

  private func app(failures: MockFailures = [], losesFirstAnswers: Bool = false) -> AppCore {
    let now = { @Sendable in World.noon }
    let world = MockWorld(now: now, random: Sequence64())
    let services = MockServices(
      world: world, latency: 300, failures: failures,
      scheduler: AnyScheduler(scheduler, startingAt: .init(.now())))
    let losing = LosingServices(services: services)
    return AppCore(
      AppEnvironment(
        backend: losesFirstAnswers ? Backend(balance: services, products: losing, accounts: losing) : Backend(services),
        main: scheduler.main, now: now, random: RandomSource(Sequence64()),
        notificationCenter: NotificationCenter(), dayChanges: Empty().eraseToAnyPublisher()))
  }

  /// The member of the state that the screen shows once nothing is in flight.
  private func shown(_ member: String, _ screen: AnyScreenInstance) throws -> JSON? {
    scheduler.run()
    #expect(!screen.isBusy)
    return try parsed(screen.snapshot.json())[member]
  }

  @Test func aPurchaseLowersTheBalance() throws {
    let app = app()
    let balance = try app.open("balance")
    balance.viewDidAppear()
    #expect(try shown("valueText", balance) == "$1,234.56")

    let product = try app.open("product", parameters: #"{"id":"wand"}"#.utf8)
    product.viewDidAppear()
    #expect(try shown("priceText", product) == "$199.00")
    try product.send(#"{"type":"purchase"}"#.utf8)
    #expect(try shown("phase", product)?["type"] == "purchased")

    try balance.send(#"{"type":"refreshButtonWasTapped"}"#.utf8)
    #expect(try shown("valueText", balance) == "$1,035.56")
    #expect(try shown("value", balance) == ["amount": "1035.56", "currency": "USD"])
  }

  @Test func `a purchase whose answer was lost is one purchase, also from another screen`() throws {
    let app = app(losesFirstAnswers: true)
    for receipt in [.null, "Purchased for $199.00. Today at 3:04:05 PM."] as [JSON] {
      let product = try app.open("product")
      product.viewDidAppear()
      #expect(try shown("buttonEnabled", product) == true)
      try product.send(#"{"type":"purchase"}"#.utf8)
      #expect(try shown("receiptText", product) == receipt)
      product.close()
    }
    let balance = try app.open("balance")
    balance.viewDidAppear()
    #expect(try shown("valueText", balance) == "$1,035.56")
  }

  @Test func `an account whose answer was lost is created, and not called taken`() throws {
    let registration = try app(losesFirstAnswers: true).open("registration")
    for event in [
      #"{"type":"usernameChanged","text":"Ada"}"#, #"{"type":"passwordChanged","text":"xyzzy"}"#,
      #"{"type":"passwordAgainChanged","text":"xyzzy"}"#,
    ] { try registration.send(event.utf8) }
    for text in ["The backend took too long to answer.", "The account Ada was created."] {
      #expect(try shown("createEnabled", registration) == true)
      try registration.send(#"{"type":"createButtonWasTapped"}"#.utf8)
      #expect(try shown("resultText", registration) == .string(text))
    }
  }

  @Test func whatCostsTooMuchIsRefusedInTheBackendsWords() throws {
    let product = try app().open("product", parameters: #"{"id":"broomstick"}"#.utf8)
    product.viewDidAppear()
    scheduler.run()
    try product.send(#"{"type":"purchase"}"#.utf8)
    #expect(try shown("errorText", product) == "There is not enough money on the account.")
    #expect(try shown("buttonEnabled", product) == true)
  }

  @Test func everythingMayFail() throws {
    let app = app(failures: .all)
    for (name, member, text) in [
      ("balance", "infoText", "Failed to update."), ("balance", "failureText", "Something went wrong!"),
      ("product", "errorText", "Something went wrong!"),
    ] {
      let screen = try app.open(name)
      screen.viewDidAppear()
      #expect(screen.isBusy)
      #expect(try shown(member, screen) == .string(text))
    }
    let registration = try app.open("registration")
    try registration.send(#"{"type":"usernameChanged","text":"Ada"}"#.utf8)
    #expect(registration.isBusy)
    #expect(try shown("usernameText", registration) == "Failed to check the user name.")
    #expect(try shown("failureText", registration) == "Something went wrong!")
  }

  @Test func aNameIsTakenOnce() throws {
    let app = app()
    let screens = [try app.open("registration"), try app.open("registration")]
    for (screen, password) in zip(screens, ["xyzzy", "plugh"]) {
      for event in [
        #"{"type":"usernameChanged","text":"Ada"}"#, #"{"type":"passwordChanged","text":"\#(password)"}"#,
        #"{"type":"passwordAgainChanged","text":"\#(password)"}"#,
      ] { try screen.send(event.utf8) }
      #expect(try shown("createEnabled", screen) == true)
    }
    for screen in screens { try screen.send(#"{"type":"createButtonWasTapped"}"#.utf8) }
    #expect(try shown("resultText", screens[0]) == "The account Ada was created.")
    #expect(try shown("resultText", screens[1]) == "This user name is taken.")
    #expect(try shown("usernameStatus", screens[1]) == "taken")
    #expect(try shown("createEnabled", screens[1]) == false)
  }

  @Test func `one wish for an account on two screens creates one account`() throws {
    let app = app()
    let screens = [try app.open("registration"), try app.open("registration")]
    for screen in screens {
      for event in [
        #"{"type":"usernameChanged","text":"Ada"}"#, #"{"type":"passwordChanged","text":"xyzzy"}"#,
        #"{"type":"passwordAgainChanged","text":"xyzzy"}"#,
      ] { try screen.send(event.utf8) }
      #expect(try shown("createEnabled", screen) == true)
    }
    for screen in screens { try screen.send(#"{"type":"createButtonWasTapped"}"#.utf8) }
    for screen in screens { #expect(try shown("resultText", screen) == "The account Ada was created.") }
  }

  @Test(arguments: [
    (#"{"type":"acceptedTermsChanged","isOn":1}"#, "/isOn", "a boolean"),
    (#"{"type":"acceptedTermsChanged","isOn":"true"}"#, "/isOn", "a boolean"),
    (#"{"type":"acceptedTermsChanged","isOn":null}"#, "/isOn", "a boolean"),
    (#"{"type":"acceptedTermsChanged"}"#, "/isOn", "a boolean"),
    (#"{"type":"nameChanged","text":7}"#, "/text", "a string"),
    (#"{"type":"nameChanged","text":{}}"#, "/text", "a string"),
    (#"{"type":"nameChanged","isOn":true,"text":"Ada"}"#, "/isOn", "no other members than type, text"),
  ])
  func aValueOfAnotherTypeIsRefused(_ json: String, _ pointer: String, _ expected: String) throws {
    let terms = try app().open("terms")
    let error = #expect(throws: InputError.self) { try terms.send(json.utf8) }
    #expect(error?.pointer == pointer)
    #expect(error?.expected == expected)
    #expect(terms.snapshot.revision == 1)
  }
}

/// Services that carry out each wish, and lose the first answer of each kind.
private struct LosingServices: ProductService, AccountService {
  let services: MockServices
  private let purchases = Counter()
  private let accounts = Counter()

  init(services: MockServices) { self.services = services }

  private final class Counter: Sendable {
    private let count = LockedValue(0)

    func isFirst() -> Bool {
      count.withLock { count in
        count += 1
        return count == 1
      }
    }
  }

  func product(id: ProductID) -> AnyPublisher<Product, ServiceError> { services.product(id: id) }

  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    services.usernameAvailable(username)
  }

  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    lose(purchases, services.purchaseProduct(id: id, idempotencyKey: idempotencyKey))
  }

  func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    lose(accounts, services.createAccount(account, idempotencyKey: idempotencyKey))
  }

  private func lose<Answer>(
    _ counter: Counter, _ answer: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError> {
    guard counter.isFirst() else { return answer }
    return answer.flatMap { _ in Fail(error: .timeout) }.eraseToAnyPublisher()
  }
}
