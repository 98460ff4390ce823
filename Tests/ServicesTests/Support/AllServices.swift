import Dispatch
import Foundation
import HTTP
import Models
import Requests
import Services
import Streams
import StreamsExtras
import Support
import Testing

/// All services of a backend.
struct AllServices: BalanceService, ProductService, AccountService {
  let backend: Backend

  init(_ backend: Backend) { self.backend = backend }

  /// The services below a URL, with a time limit that a busy machine does not reach.
  init(of url: String) throws {
    self.init(.http(try #require(URL(string: url)), timeout: .seconds(3_600)))
  }

  /// The services of a server.
  init(of server: LoopbackServer, path: String = "") throws {
    try self.init(of: server.url + path)
  }

  static func mock(
    world: MockWorld = MockWorld(), latency: Duration = .zero, failures: RequestFailures = [],
    scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler()
  ) -> AllServices {
    AllServices(.mock(world: world, latency: latency, failures: failures, scheduler: scheduler))
  }

  func balance() -> AnyPublisher<Balance, ServiceError> { backend.balance.balance() }

  func product(id: ProductID) -> AnyPublisher<Product, ServiceError> { backend.products.product(id: id) }

  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    backend.products.purchaseProduct(id: id, idempotencyKey: idempotencyKey)
  }

  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    backend.accounts.usernameAvailable(username)
  }

  func createAccount(_ account: NewAccount, idempotencyKey: IdempotencyKey) -> AnyPublisher<Account, ServiceError> {
    backend.accounts.createAccount(account, idempotencyKey: idempotencyKey)
  }
}
