public import Models
public import Requests
public import Streams

/// The bank: the balance of the user's account.
public protocol BalanceService: Sendable {
  /// Requests the balance, once for each subscriber. Cancelling stops the request.
  ///
  /// Publishes one balance and finishes, on any thread.
  func balance() -> AnyPublisher<Balance, ServiceError>

  /// Publishes each time a request of this program has changed the balance, such as a purchase. Ask for it again then.
  ///
  /// By default it never publishes. It never finishes, and publishes on any thread.
  var balanceChanges: AnyPublisher<Void, Never> { get }

  /// Publishes the balance now and after each change, also by other programs, where the backend offers it.
  ///
  /// By default, and without such a backend, it publishes nothing. An interruption is made good in silence: the balance comes
  /// again with the connection.
  var latestBalances: AnyPublisher<Balance, Never> { get }
}

extension BalanceService {
  /// The same as `balance()`, by the name that seed 000 uses.
  public func refreshBalance() -> AnyPublisher<Balance, ServiceError> {
    balance()
  }

  public var balanceChanges: AnyPublisher<Void, Never> { Empty(completeImmediately: false).eraseToAnyPublisher() }

  public var latestBalances: AnyPublisher<Balance, Never> { Empty().eraseToAnyPublisher() }
}

extension ServiceOperation<Void, Balance> {
  /// `BalanceService.balance()`.
  public static var balance: Self { Self("balance").effect(.reads) }
}

extension ServiceFeed<Void, Balance> {
  /// `BalanceService.latestBalances`. The newest balance is enough.
  public static var balanceChanges: Self { Self("balance-changes").keepingNewest() }
}

extension Backend {
  /// The bank.
  public var balance: any BalanceService { Bank(backend: self) }
}

private struct Bank: BalanceService {
  let backend: Backend

  func balance() -> AnyPublisher<Balance, ServiceError> { backend.answer(.balance) }

  var balanceChanges: AnyPublisher<Void, Never> { backend.changes.publisher(for: .balance) }

  var latestBalances: AnyPublisher<Balance, Never> {
    guard backend.offers(.balanceChanges) else { return Empty().eraseToAnyPublisher() }
    return backend.follow(.balanceChanges).elements().catch { _ in Empty() }.eraseToAnyPublisher()
  }
}
