import Dispatch
import Formatting
import Foundation
import Models
import Services
import Streams
import StreamsExtras
import StreamsTesting

@testable import ViewModels

/// Services whose every answer comes from the test.
struct StubServices: BalanceService, ProductService, AccountService {
  let balances = Questions<Void, Balance>()
  let products = Questions<ProductID, Product>()
  let purchases = Questions<IdempotencyKey, Receipt>()
  let names = Questions<Username, Bool>()
  let accounts = Questions<(account: NewAccount, key: IdempotencyKey), Account>()

  func balance() -> AnyPublisher<Balance, ServiceError> { balances.ask(()) }
  func product(id: ProductID) -> AnyPublisher<Product, ServiceError> { products.ask(id) }
  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    purchases.ask(idempotencyKey)
  }
  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> { names.ask(username) }
  func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    accounts.ask((account, idempotencyKey))
  }
}

/// Chance that is none: 0, 1, 2, … scaled to all 64 bits by a fixed odd number.
struct Sequence64: RandomNumberGenerator {
  var count: UInt64 = 0

  mutating func next() -> UInt64 {
    count += 1
    return count &* 0x9E37_79B9_7F4A_7C15
  }
}

/// Everything around the view models, in the test's hand: 20 November 2026, 15:04:05 UTC.
@MainActor struct World {
  nonisolated static let noon = Date(timeIntervalSince1970: 1_795_187_045)

  let services = StubServices()
  let scheduler = TestScheduler()
  let notificationCenter = NotificationCenter()
  /// Publishes when a test says that the day has changed.
  let dayChanges = PassthroughSubject<Void, Never>()
  let environment: AppEnvironment

  init() {
    let now = { @Sendable in Self.noon }
    environment = AppEnvironment(
      backend: Backend(services),
      main: scheduler.main,
      now: now,
      formats: Formats(timeZone: TimeZone(secondsFromGMT: 0) ?? .current, now: now),
      random: RandomSource(Sequence64()),
      notificationCenter: notificationCenter,
      dayChanges: dayChanges.eraseToAnyPublisher())
  }

  /// A balance of so many cents, acquired so many seconds ago.
  func balance(cents: Int, ago: TimeInterval = 0) -> Balance {
    Balance(value: Money(amount: Decimal(cents) / 100), date: Self.noon.addingTimeInterval(-ago))
  }
}

extension TestScheduler {
  /// The scheduler in place of the main queue.
  var main: AnySchedulerOf<DispatchQueue> {
    AnyScheduler(self, startingAt: .init(DispatchTime(uptimeNanoseconds: 1_000_000_000)))
  }
}

/// Everything that a value gives away: its description, its dump and its mirror, all the way down.
func revealed(_ value: Any) -> String {
  var text = "\(value)" + String(reflecting: value)
  dump(value, to: &text)
  return text
}
