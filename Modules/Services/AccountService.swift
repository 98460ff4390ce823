public import Models
public import Streams

/// The school's register: which user names are free, and taking one (seed 002).
public protocol AccountService: Sendable {
  /// Asks whether nobody has a user name, once for each subscriber, at its first demand; cancelling stops the request.
  ///
  /// Publishes one answer and finishes, on any thread.
  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError>

  /// Creates an account, at the first demand; cancelling stops the request, though perhaps not the creation.
  ///
  /// Publishes one account and finishes, on any thread. A name that was taken in the meantime is a
  /// `ServiceError.problem` in the backend's words.
  func createAccount(_ account: NewAccount) -> AnyPublisher<Account, ServiceError>
}
