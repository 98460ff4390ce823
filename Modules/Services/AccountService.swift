public import Descriptions
public import Models
public import Requests
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
  ///   - idempotencyKey: one key for a user name and password as submitted, kept until one of them is edited.
  func createAccount(_ account: NewAccount, idempotencyKey: IdempotencyKey) -> AnyPublisher<Account, ServiceError>
}

/// What `AccountService.createAccount(_:idempotencyKey:)` asks with. The password goes to a server, and into no recording.
public struct AccountCreation: JSONRecord, Equatable, Sendable {
  /// The user name and the password.
  public var account: NewAccount
  /// One key for both as submitted.
  public var idempotencyKey: IdempotencyKey

  /// The creation of an account.
  public init(_ account: NewAccount, idempotencyKey: IdempotencyKey) {
    self.account = account
    self.idempotencyKey = idempotencyKey
  }

  public static let record = Codec(
    { (username: Username, password: Password, idempotencyKey: IdempotencyKey) -> AccountCreation? in
      let account = NewAccount(username: username, password: password)
      return password.isEmpty ? nil : AccountCreation(account, idempotencyKey: idempotencyKey)
    },
    Field(\.account.username, name: "username"), Field(\.account.password, name: "password"),
    Field(\.idempotencyKey))
}

extension ServiceOperation<Username, Bool> {
  /// `AccountService.usernameAvailable(_:)`.
  public static var username: Self { Self("username").effect(.reads) }
}

extension ServiceOperation<AccountCreation, Account> {
  /// `AccountService.createAccount(_:idempotencyKey:)`.
  public static var account: Self { Self("account").effect(.changes) }
}

extension Backend {
  /// The school's register.
  public var accounts: any AccountService { Register(backend: self) }
}

private struct Register: AccountService {
  let backend: Backend

  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    backend.answer(.username, username)
  }

  func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    backend.answer(.account, AccountCreation(account, idempotencyKey: idempotencyKey))
  }
}
