public import Foundation
import Locking
public import Models

/// A bank, a shop and a school in memory: one world in which a purchase lowers the balance and an account takes its
/// user name. Safe to use from any thread. It keeps no password.
public final class MockWorld: Sendable {
  /// What may exist at most, so that no input makes the world grow without bound.
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
    /// Tells whether another request with the key asks for the same.
    var fingerprint: Int
  }

  private let products: [ProductID: Product]
  private let now: @Sendable () -> Date
  private let state: LockedValue<State>

  /// A world.
  ///
  /// - Parameters:
  ///   - funds: what the account holds at first.
  ///   - products: what the shop sells.
  ///   - usernames: the names that are taken from the start.
  ///   - now: the clock of balances and receipts.
  ///   - random: where the receipts' names come from.
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

  /// What the account holds at this moment.
  public func balance() -> Balance {
    Balance(value: state.withLock { $0.funds }, date: now())
  }

  /// A product of the shop.
  public func product(id: ProductID) throws(MockProblem) -> Product {
    guard let product = products[id] else { throw .unknownProduct }
    return product
  }

  /// Buys a product, or returns the receipt of an earlier purchase with the key.
  ///
  /// A refusal leaves the key unused: the same purchase, or another one, can be tried with it.
  public func purchase(id: ProductID, idempotencyKey key: IdempotencyKey) throws(MockProblem) -> Receipt {
    let product = try product(id: id)
    let date = now()
    return try state.withLock { state throws(MockProblem) in
      if let receipt = state.purchases[key] {
        guard receipt.productID == id else { throw .keyReused }
        return receipt
      }
      guard let rest = try? state.funds.subtracting(product.price), !rest.isNegative else { throw .insufficientFunds }
      let number = String(state.random.next() >> 24, radix: 36, uppercase: true)
      let receipt = Receipt(id: "R-\(number)", productID: id, price: product.price, date: date)
      state.funds = rest
      state.purchases[key] = receipt
      return receipt
    }
  }

  /// Whether no account has the name. Case is ignored.
  public func isAvailable(_ username: Username) -> Bool {
    state.withLock { !$0.names.contains(username.folded) }
  }

  /// Takes the name of an account, or returns the account that an earlier request with the key has created.
  ///
  /// A refusal leaves the key unused.
  public func create(
    _ account: NewAccount, idempotencyKey key: IdempotencyKey
  ) throws(MockProblem) -> Account {
    let name = account.username.folded
    let fingerprint = account.fingerprint
    return try state.withLock { state throws(MockProblem) in
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
  /// What the account of a new world holds.
  public static let funds = Money(amount: Decimal(123_456) / 100)

  /// What a new world's shop sells. The broomstick is beyond the account's means.
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

  /// The names that are taken in a new world.
  public static let usernames = ["merlin", "morgana", "gandalf"].compactMap { try? Username($0) }
}

extension NewAccount {
  // NB: the password itself must not be kept; this hash has a secret key that differs in every process.
  fileprivate var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(username)
    password.withRevealedText { hasher.combine($0) }
    return hasher.finalize()
  }
}

extension Username {
  /// The name without case: two accounts with the same one would be confused.
  fileprivate var folded: String { text.lowercased() }
}
