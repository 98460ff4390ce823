public import Models
public import Streams

/// The bank: the balance of the user's account.
public protocol BalanceService: Sendable {
  /// Requests the balance, once for each subscriber. Cancelling stops the request.
  ///
  /// Publishes one balance and finishes, on any thread.
  func balance() -> AnyPublisher<Balance, ServiceError>
}

extension ServiceOperation {
  /// `BalanceService.balance()`.
  public static let balance = ServiceOperation("balance")
}

extension BalanceService {
  /// The same as `balance()`, by the name that seed 000 uses.
  public func refreshBalance() -> AnyPublisher<Balance, ServiceError> {
    balance()
  }
}
