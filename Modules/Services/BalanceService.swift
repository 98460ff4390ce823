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
}

extension BalanceService {
  /// The same as `balance()`, by the name that seed 000 uses.
  public func refreshBalance() -> AnyPublisher<Balance, ServiceError> {
    balance()
  }

  public var balanceChanges: AnyPublisher<Void, Never> { Empty(completeImmediately: false).eraseToAnyPublisher() }
}

extension ServiceOperation<Void, Balance> {
  /// `BalanceService.balance()`.
  public static var balance: Self { Self("balance").effect(.reads) }
}

extension Backend {
  /// The bank.
  public var balance: any BalanceService { Bank(backend: self) }
}

private struct Bank<Base: Backend>: BalanceService {
  let backend: Base

  func balance() -> AnyPublisher<Balance, ServiceError> { backend.answer(.balance) }

  var balanceChanges: AnyPublisher<Void, Never> { backend.changes.publisher(for: .balance) }
}
