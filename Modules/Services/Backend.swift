public import Dispatch
public import Foundation
public import Streams
public import StreamsExtras

/// All services of one backend: what an app is built on.
public struct Backend: Sendable {
  /// The bank.
  public var balance: any BalanceService
  /// The shop.
  public var products: any ProductService
  /// The school's register.
  public var accounts: any AccountService

  /// A backend put together from services; a test may replace a single one.
  public init(balance: any BalanceService, products: any ProductService, accounts: any AccountService) {
    self.balance = balance
    self.products = products
    self.accounts = accounts
  }

  /// A backend whose services are all the same object.
  public init(_ services: some BalanceService & ProductService & AccountService) {
    self.init(balance: services, products: services, accounts: services)
  }
}

extension Backend {
  /// A backend in memory that needs no server: a bank, a shop and a school in one world.
  ///
  ///     let backend = Backend.mock(latency: 300, failures: .purchase)
  ///
  /// - Parameters:
  ///   - world: the world behind all services.
  ///   - latency: how long an answer takes, in milliseconds. Without a latency, answers arrive synchronously, on the thread
  ///     of the subscription.
  ///   - failures: which calls fail.
  ///   - scheduler: where answers arrive after the latency.
  public static func mock(
    world: MockWorld = MockWorld(), latency: Int = 0, failures: MockFailures = [],
    scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler()
  ) -> Backend {
    guard latency > 0 else { return Backend(MockServices(world: world, failures: failures)) }
    return Backend(MockServices(world: world, latency: latency, failures: failures, scheduler: scheduler))
  }

  /// The backend at a URL, which speaks the contract in `openapi.yaml`.
  ///
  ///     let backend = Backend.http(url, timeout: 5_000)
  ///
  /// - Parameters:
  ///   - url: where the contract's paths begin.
  ///   - timeout: how long a request may take in all, in milliseconds.
  ///   - scheduler: measures the time limit.
  public static func http(
    _ url: URL, timeout: Int = 30_000,
    scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue(label: "tributary.http").eraseToAnyScheduler()
  ) -> Backend {
    Backend(HTTPServices(baseURL: url, timeout: timeout, scheduler: scheduler))
  }
}
