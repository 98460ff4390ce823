public import Dispatch
public import Foundation
import Models
public import Streams
public import StreamsExtras

/// All services of one backend.
///
/// ```swift
/// let backend = Backend.mock(latency: 300)  // or .http(url)
/// ```
// NB: a class, so that a value of it has one size. An incremental build compiles only files that name what has changed: a
// structure with one more service would change the layout of types that hold it, in modules that are not compiled.
public final class Backend: Sendable {
  /// The bank.
  public let balance: any BalanceService
  /// The shop.
  public let products: any ProductService
  /// The school's register.
  public let accounts: any AccountService

  /// Creates a backend from separate services.
  public init(balance: any BalanceService, products: any ProductService, accounts: any AccountService) {
    self.balance = balance
    self.products = products
    self.accounts = accounts
  }

  /// Creates a backend from one value that is all services.
  public convenience init(_ services: some BalanceService & ProductService & AccountService) {
    self.init(balance: services, products: services, accounts: services)
  }
}

// MARK: - The backends of this module

extension Backend {
  /// A backend in memory that needs no server: a bank, a shop and a school in one world.
  ///
  /// ```swift
  /// let backend = Backend.mock(latency: 300, failures: [.purchase])
  /// ```
  ///
  /// - Parameters:
  ///   - world: the world behind all services.
  ///   - latency: how long an answer takes, in milliseconds. Without a latency, answers arrive synchronously, on the
  ///     thread of the subscription.
  ///   - failures: which calls fail.
  ///   - scheduler: where answers arrive after the latency.
  public static func mock(
    world: MockWorld = MockWorld(), latency: Int = 0, failures: MockFailures = [],
    scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler()
  ) -> Backend {
    Backend(MockServices(world: world, latency: latency, failures: failures, scheduler: scheduler))
  }

  /// The backend at a URL, which implements `openapi.yaml`.
  ///
  /// ```swift
  /// let backend = Backend.http(url, timeout: 5_000)
  /// ```
  ///
  /// - Parameters:
  ///   - url: where the contract's paths begin.
  ///   - timeout: how long a request may take in all, in milliseconds.
  ///   - scheduler: measures the time limit, and delivers the answers.
  public static func http(
    _ url: URL, timeout: Int = 30_000,
    scheduler: AnySchedulerOf<DispatchQueue> = HTTPServices.queue.eraseToAnyScheduler()
  ) -> Backend {
    Backend(HTTPServices(baseURL: url, timeout: timeout, scheduler: scheduler))
  }
}

// MARK: - Interception

extension ServiceOperation {
  /// The operations of all services of a `Backend`.
  public static let all: [ServiceOperation] = [.balance, .product, .purchase, .username, .account]
}

extension Backend {
  /// The same services, with every call seen by an interceptor.
  ///
  /// With several interceptors, the last one added is the first to see a call.
  public func intercepted(by interceptor: some ServiceInterceptor) -> Backend {
    Backend(InterceptedServices(base: self, interceptor: interceptor))
  }
}

private struct InterceptedServices: BalanceService, ProductService, AccountService {
  let base: Backend
  let interceptor: any ServiceInterceptor

  func balance() -> AnyPublisher<Balance, ServiceError> {
    interceptor.intercept(.balance, base.balance.balance())
  }

  func product(id: ProductID) -> AnyPublisher<Product, ServiceError> {
    interceptor.intercept(.product, base.products.product(id: id))
  }

  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    interceptor.intercept(.purchase, base.products.purchaseProduct(id: id, idempotencyKey: idempotencyKey))
  }

  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    interceptor.intercept(.username, base.accounts.usernameAvailable(username))
  }

  func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    interceptor.intercept(.account, base.accounts.createAccount(account, idempotencyKey: idempotencyKey))
  }
}
