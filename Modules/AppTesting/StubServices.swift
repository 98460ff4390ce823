public import Models
public import Services
public import Streams

/// Services whose every answer comes from the test, and which record their calls.
///
///     let services = StubServices()
///     let model = BalanceViewModel(.test(backend: Backend(services)))
///     model.eventSubject.send(.viewDidAppear)
///     services.balances.last.fail(.timeout)
public final class StubServices: BalanceService, ProductService, AccountService {
  /// The calls of ``balance()``.
  public let balances = StubCalls<Void, Balance>()
  /// The calls of ``product(id:)``.
  public let products = StubCalls<ProductID, Product>()
  /// The calls of ``purchaseProduct(id:idempotencyKey:)``.
  public let purchases = StubCalls<(id: ProductID, key: IdempotencyKey), Receipt>()
  /// The calls of ``usernameAvailable(_:)``.
  public let usernames = StubCalls<Username, Bool>()
  /// The calls of ``createAccount(_:idempotencyKey:)``.
  public let accounts = StubCalls<(account: NewAccount, key: IdempotencyKey), Account>()

  /// Creates services that were not called yet.
  public init() {}

  public func balance() -> AnyPublisher<Balance, ServiceError> { balances.call(()) }

  public func product(id: ProductID) -> AnyPublisher<Product, ServiceError> { products.call(id) }

  public func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    purchases.call((id, idempotencyKey))
  }

  public func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> { usernames.call(username) }

  public func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    accounts.call((account, idempotencyKey))
  }
}
