public import Models
public import Streams

/// The bank: how much the user's account holds.
public protocol BalanceService: Sendable {
  /// Asks for the balance, once for each subscriber, at its first demand; cancelling stops the request.
  ///
  /// Publishes one balance and finishes, on any thread.
  func balance() -> AnyPublisher<Balance, ServiceError>
}

extension BalanceService {
  /// `balance()` by the name that seed 000 gives it.
  public func refreshBalance() -> AnyPublisher<Balance, ServiceError> {
    balance()
  }
}
