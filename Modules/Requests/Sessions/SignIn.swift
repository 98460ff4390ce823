public import Descriptions
import Words

/// What a person signs in with.
public struct SignIn: JSONRecord, Sendable {
  /// The name of the account.
  public var name: String
  /// Its password.
  public var password: SecretText

  /// A sign-in.
  public init(name: String, password: SecretText) {
    self.name = name
    self.password = password
  }

  public static let record = Codec(SignIn.init(name:password:), Field(\.name), Field(\.password))
}

/// The account that has signed in. The access token stays in ``ServerCredentials``.
public struct SignedIn: JSONRecord, Hashable, Sendable {
  /// The name of the account.
  public var name: String

  /// An account.
  public init(name: String) { self.name = name }

  public static let record = Codec(SignedIn.init(name:), \.name)
}

extension ServiceOperation<SignIn, SignedIn> {
  /// A sign-in by name and password. It never waits for one: a wrong password is its answer.
  public static var signInWithPassword: Self { Self("signIn").effect(.changes).withoutRenewal() }
}

extension ServiceHandler {
  /// Answers sign-ins in memory, for a mock: to any name with the password.
  ///
  /// - Parameters:
  ///   - password: the password of all accounts.
  ///   - credentials: keep the session.
  public static func signIn(password: String, _ credentials: ServerCredentials) -> ServiceHandler {
    ServiceHandler(.signInWithPassword) { try credentials.signIn($0, password: password) }
  }
}

extension ServerCredentials {
  /// Signs in to any account in memory, for a mock.
  ///
  /// - Parameters:
  ///   - signIn: the name and the password that were entered.
  ///   - password: the password of all accounts.
  ///   - willSet: called before the session is set, after which what waits for it is asked again.
  /// - Throws: a `ServiceError` of the status 403 if the password is another one.
  public func signIn(_ signIn: SignIn, password: String, willSet: () -> Void = {}) throws -> SignedIn {
    guard signIn.password == SecretText(password) else {
      throw ServiceError.problem(status: 403, detail: Words.text("The name or the password is wrong.").description)
    }
    let session = ServerSession(account: signIn.name, token: BearerToken("token-of-\(signIn.name)"))
    willSet()
    setSession(session) { _ in }
    return SignedIn(name: signIn.name)
  }
}
