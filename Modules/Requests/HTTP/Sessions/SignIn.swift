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

/// The reply of a server to a sign-in, on the wire alone.
private struct SignInReply: JSONRecord {
  var name: String
  var token: String

  static let record = Codec(SignInReply.init(name:token:), \.name, \.token)
}

extension HTTPRoute {
  /// How a server is asked for a sign-in that replies with the name of the account and its access token:
  /// `{"name":"Ada","token":"…"}`.
  ///
  /// - Parameters:
  ///   - path: the path below the base URL, to which the sign-in is posted.
  ///   - credentials: keep the token, and send it with each later request.
  ///   - status: the status of a success.
  public static func signIn(_ path: String, _ credentials: ServerCredentials?, status: Int = 201) -> HTTPRoute {
    HTTPRoute(.signInWithPassword, path, method: .post, status: status) { (_, reply: SignInReply) in
      credentials?.setSession(ServerSession(account: reply.name, token: BearerToken(reply.token))) { _ in }
      return SignedIn(name: reply.name)
    } reply: { _, account in
      SignInReply(name: account.name, token: "token-of-\(account.name)")
    }
  }
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
