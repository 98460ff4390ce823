public import Foundation
import Locking
public import Models
public import Requests
public import Streams

/// A bank, a shop and a school in memory: one world in which a purchase lowers the balance and an account takes its
/// user name. It is thread-safe, and keeps no password.
public final class MockWorld: Sendable {
  /// The most user names that can be taken, which bounds the memory of the world.
  public static let maximumAccounts = 10_000

  private struct State {
    var funds: Money
    var names: Set<String>
    var purchases: [IdempotencyKey: Receipt] = [:]
    var creations: [IdempotencyKey: Creation] = [:]
    var random: any RandomNumberGenerator & Sendable
  }

  private struct Creation {
    var account: Account
    /// Differs for another name or password.
    var fingerprint: Int
  }

  private let products: [ProductID: Product]
  private let now: @Sendable () -> Date
  private let state: LockedValue<State>
  /// Publishes after each change of the funds, and to each new subscriber.
  private let fundsChanges = CurrentValueSubject<Void, Never>(())

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - funds: the balance at the start.
  ///   - products: what the shop sells.
  ///   - usernames: the names that are taken at the start.
  ///   - now: the clock of balances and receipts.
  ///   - random: the source of the receipts' numbers.
  public init(
    funds: Money = MockWorld.funds,
    products: [Product] = MockWorld.products,
    usernames: [Username] = MockWorld.usernames,
    now: @escaping @Sendable () -> Date = { Date() },
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.products = Dictionary(products.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.now = now
    state = LockedValue(State(funds: funds, names: Set(usernames.map(\.folded)), random: random))
  }

  /// The balance, dated by the world's clock.
  public func balance() -> Balance {
    Balance(value: state.withLock { $0.funds }, date: now())
  }

  /// Publishes the balance now and after each change.
  public var balances: AnyPublisher<Balance, Never> {
    // NB: read in the delivery, of which there is one at a time: the last one has the newest balance.
    fundsChanges.map { [self] in balance() }.eraseToAnyPublisher()
  }

  /// A product of the shop.
  ///
  /// - Throws: a `ServiceError.problem`, as every method of the world.
  public func product(id: ProductID) throws(ServiceError) -> Product {
    guard let product = products[id] else { throw .unknownProduct }
    return product
  }

  /// Buys a product, or returns the receipt of an earlier purchase with the key.
  ///
  /// A purchase that is refused leaves the key unused.
  public func purchase(id: ProductID, idempotencyKey key: IdempotencyKey) throws(ServiceError) -> Receipt {
    let product = try product(id: id)
    let date = now()
    let (receipt, isNew) = try state.withLock { state throws(ServiceError) in
      if let receipt = state.purchases[key] {
        guard receipt.productID == id else { throw .keyReused }
        return (receipt, false)
      }
      guard let rest = try? state.funds.subtracting(product.price), !rest.isNegative else { throw .insufficientFunds }
      let number = String(state.random.next() >> 24, radix: 36, uppercase: true)
      let receipt = Receipt(id: "R-\(number)", productID: id, price: product.price, date: date)
      state.funds = rest
      state.purchases[key] = receipt
      return (receipt, true)
    }
    if isNew { fundsChanges.send() }
    return receipt
  }

  /// Whether a user name is available. Case is ignored.
  public func isAvailable(_ username: Username) -> Bool {
    state.withLock { !$0.names.contains(username.folded) }
  }

  /// Takes the name of an account, or returns the account that an earlier request with the key has created.
  ///
  /// A creation that is refused leaves the key unused.
  public func create(
    _ account: NewAccount, idempotencyKey key: IdempotencyKey
  ) throws(ServiceError) -> Account {
    let name = account.username.folded
    let fingerprint = account.fingerprint
    return try state.withLock { state throws(ServiceError) in
      if let creation = state.creations[key] {
        guard creation.fingerprint == fingerprint else { throw .keyReused }
        return creation.account
      }
      guard !state.names.contains(name) else { throw .usernameTaken }
      guard state.names.count < Self.maximumAccounts else { throw .registerFull }
      state.names.insert(name)
      let created = Account(username: account.username)
      state.creations[key] = Creation(account: created, fingerprint: fingerprint)
      return created
    }
  }
}

extension MockWorld {
  /// The balance at the start.
  public static let funds = Money(amount: Decimal(123_456) / 100)

  /// The products of the shop. The broomstick costs more than the account holds.
  public static let products = [
    Product(
      id: "wand", title: "Wand", description: "Eleven inches of oak, with a core that nobody talks about.",
      price: Money(amount: 199)),
    Product(
      id: "cloak", title: "Cloak", description: "Makes its wearer hard to see, mostly in the dark.",
      price: Money(amount: Decimal(34_950) / 100)),
    Product(
      id: "broomstick", title: "Broomstick", description: "Not for sweeping.",
      price: Money(amount: Decimal(499_999) / 100)),
  ]

  /// The user names that are taken at the start.
  public static let usernames = ["merlin", "morgana", "gandalf"].compactMap { try? Username($0) }
}

/// The reasons why the mock refuses a request.
extension ServiceError {
  static let unknownProduct = problem(status: 404, detail: "There is no such product.")
  static let insufficientFunds = problem(status: 402, detail: "There is not enough money on the account.")
  static let keyReused = problem(status: 422, detail: "This idempotency key belongs to another request.")
  static let usernameTaken = problem(status: 409, detail: "This user name is taken.")
  static let registerFull = problem(status: 503, detail: "The school is full.")
}

extension NewAccount {
  // NB: the password itself must not be kept. This hash differs in every process.
  fileprivate var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(username)
    password.withRevealedText { hasher.combine($0) }
    return hasher.finalize()
  }
}

extension Username {
  /// The name without case, by which names are compared.
  fileprivate var folded: String { text.lowercased() }
}
