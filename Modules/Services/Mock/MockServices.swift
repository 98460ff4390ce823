import Foundation
public import Models
public import Streams

/// The services of a `MockWorld`, slow or failing on demand.
///
///     let services = MockServices(world: MockWorld(), latency: 300, failures: .purchase, scheduler: DispatchQueue.main)
///     let backend = Backend(services)
public struct MockServices: Sendable {
  private let world: MockWorld
  private let failures: FailureCounter
  /// Calls after the latency, or at once; returns what stops that.
  private let pause: @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Services that answer at once, on the thread of the subscription.
  ///
  /// - Parameter failures: which calls fail. Calls are counted for all copies of these services together.
  public init(world: MockWorld, failures: MockFailures = []) {
    self.world = world
    self.failures = FailureCounter(failures)
    pause = { goOn in
      goOn()
      return {}
    }
  }

  /// Services that answer on a scheduler, after a latency.
  ///
  /// The world changes when the latency has passed; a request cancelled before that changes nothing.
  ///
  /// - Parameters:
  ///   - latency: in milliseconds.
  ///   - failures: which calls fail. Calls are counted for all copies of these services together.
  public init<S: Scheduler & Sendable>(
    world: MockWorld, latency: Int, failures: MockFailures = [], scheduler: S
  ) {
    self.world = world
    self.failures = FailureCounter(failures)
    pause = { goOn in alarm(after: latency, on: scheduler, goOn) }
  }

  private func answer<Value: Sendable>(
    _ operation: MockFailures.Operation, _ ask: @escaping @Sendable () throws(MockProblem) -> Value
  ) -> AnyPublisher<Value, ServiceError> {
    Work { [failures, pause] finish in
      let effect = failures.nextEffect(on: operation)
      return pause {
        do throws(MockProblem) {
          if effect == .refused { throw .somethingWentWrong }
          let value = try ask()
          finish(effect == .lost ? .failure(.transport(code: NSURLErrorNetworkConnectionLost)) : .success(value))
        } catch {
          finish(.failure(.problem(status: error.status, detail: error.detail)))
        }
      }
    }
    .eraseToAnyPublisher()
  }
}

extension MockServices: BalanceService {
  public func balance() -> AnyPublisher<Balance, ServiceError> {
    answer(.balance) { [world] () throws(MockProblem) in world.balance() }
  }
}

extension MockServices: ProductService {
  public func product(id: ProductID) -> AnyPublisher<Product, ServiceError> {
    answer(.product) { [world] () throws(MockProblem) in try world.product(id: id) }
  }

  public func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    answer(.purchase) { [world] () throws(MockProblem) in
      try world.purchase(id: id, idempotencyKey: idempotencyKey)
    }
  }
}

extension MockServices: AccountService {
  public func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    answer(.username) { [world] () throws(MockProblem) in world.isAvailable(username) }
  }

  public func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    answer(.account) { [world] () throws(MockProblem) in
      try world.create(account, idempotencyKey: idempotencyKey)
    }
  }
}
