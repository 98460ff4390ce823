public import Dispatch
import Foundation
public import Models
public import Streams
public import StreamsExtras

/// The services of a `MockWorld`, with a latency and failures on demand.
///
/// ```swift
/// let services = MockServices(latency: 300, failures: [.purchase])
/// let backend = Backend(services)
/// ```
public struct MockServices: Sendable {
  private let world: MockWorld
  private let latency: Int
  private let failures: FailureCounter
  private let scheduler: AnySchedulerOf<DispatchQueue>

  /// Services that answer after a latency, or synchronously without one.
  ///
  /// The world changes when the latency has passed; a request that is cancelled before changes nothing.
  ///
  /// - Parameters:
  ///   - world: the world behind the services.
  ///   - latency: in milliseconds.
  ///   - failures: which calls fail. All copies of these services count their calls together.
  ///   - scheduler: where answers arrive after the latency.
  public init(
    world: MockWorld = MockWorld(), latency: Int = 0, failures: MockFailures = [],
    scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler()
  ) {
    self.world = world
    self.latency = latency
    self.failures = FailureCounter(failures)
    self.scheduler = scheduler
  }

  /// Publishes the world's answer, once for each subscriber, after the latency and with the failures of these services.
  ///
  /// <doc:AddAService> has an example.
  ///
  /// - Parameters:
  ///   - operation: the operation whose calls are counted.
  ///   - ask: asks the world, on the thread that delivers the answer.
  public func answer<Answer: Sendable>(
    _ operation: ServiceOperation, _ ask: @escaping @Sendable (MockWorld) throws(ServiceError) -> Answer
  ) -> AnyPublisher<Answer, ServiceError> {
    Deferred { [self] () -> AnyPublisher<Answer, ServiceError> in
      let failure = failures.next(operation)
      let answer = Deferred { result(failure, ask).publisher }
      guard latency > 0 else { return answer.eraseToAnyPublisher() }
      // NB: a delayed completion is one job of the scheduler, and a delayed value would be two.
      return Empty().delay(for: .milliseconds(latency), scheduler: scheduler).append(answer).eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  private func result<Answer>(
    _ failure: MockFailures.Failure?, _ ask: (MockWorld) throws(ServiceError) -> Answer
  ) -> Result<Answer, ServiceError> {
    guard failure != .refused else { return .failure(.somethingWentWrong) }
    let result = Result { () throws(ServiceError) in try ask(world) }
    return failure == .lost ? .failure(.transport(code: NSURLErrorNetworkConnectionLost)) : result
  }
}

extension MockServices: BalanceService {
  public func balance() -> AnyPublisher<Balance, ServiceError> {
    answer(.balance) { $0.balance() }
  }
}

extension MockServices: ProductService {
  public func product(id: ProductID) -> AnyPublisher<Product, ServiceError> {
    answer(.product) { world throws(ServiceError) in try world.product(id: id) }
  }

  public func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    answer(.purchase) { world throws(ServiceError) in try world.purchase(id: id, idempotencyKey: idempotencyKey) }
  }
}

extension MockServices: AccountService {
  public func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    answer(.username) { $0.isAvailable(username) }
  }

  public func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    answer(.account) { world throws(ServiceError) in try world.create(account, idempotencyKey: idempotencyKey) }
  }
}
