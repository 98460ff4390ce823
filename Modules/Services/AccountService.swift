public import Models
public import Streams

/// The school's register: checks user names and creates accounts (seed 002).
public protocol AccountService: Sendable {
  /// Checks whether a user name is available, once for each subscriber. Cancelling stops the request.
  ///
  /// Publishes one answer and finishes, on any thread.
  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError>

  /// Creates an account, once for each key. Cancelling stops the request, but perhaps not the creation.
  ///
  /// Idempotent: any number of requests with one key create one account, and each publishes that account. A name that
  /// was taken in the meantime is a `ServiceError.problem` of status 409, in the backend's words. Publishes one account
  /// and finishes, on any thread.
  ///
  /// - Parameters:
  ///   - account: the user name and the password.
  ///   - idempotencyKey: one key for a user name and password as submitted, kept until a definite answer: an account,
  ///     or an error that `isDefinite`.
  func createAccount(_ account: NewAccount, idempotencyKey: IdempotencyKey) -> AnyPublisher<Account, ServiceError>
}

extension ServiceOperation {
  /// `AccountService.usernameAvailable(_:)`.
  public static let username = ServiceOperation("username")
  /// `AccountService.createAccount(_:idempotencyKey:)`.
  public static let account = ServiceOperation("account")
}
