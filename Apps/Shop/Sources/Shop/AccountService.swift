import Screens

/// A password. It has no description, and no JSON that goes out.
struct Password: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  var isEmpty: Bool { text.isEmpty }

  func withRevealedText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(text)
  }
}

struct SignIn: JSONRecord, Sendable {
  var name: String
  var password: Password

  static let record = Codec(
    SignIn.init(name:password:), Member("name", \.name), Member(secret: "password", \.password))
}

/// Who is signed in. The access token stays in the backend.
struct Account: JSONRecord, ScreenOutcome {
  var name: String

  static let record = Codec(Account.init(name:), Member("name", \.name))
}

extension ServiceOperation<SignIn, Account> {
  /// A sign-in never waits for one: a wrong password is its answer.
  static var signIn: Self { Self("signIn").effect(.changes).withoutRenewal() }
}

/// The reply of a server to a sign-in, on the wire alone.
private struct SignInReply: JSONRecord {
  var name: String
  var token: String

  static let record = Codec(SignInReply.init(name:token:), Member("name", \.name), Member("token", \.token))
}

extension HTTPRoute {
  /// How a server is asked to sign in.
  ///
  /// - Parameter credentials: keep the token that a sign-in returns, and send it with each later request.
  static func account(_ credentials: ServerCredentials?) -> [HTTPRoute] {
    [
      HTTPRoute(.signIn, "/sessions", method: .post, status: 201) { (_, reply: SignInReply) in
        credentials?.setSession(ServerSession(account: reply.name, token: BearerToken(reply.token))) { _ in }
        return Account(name: reply.name)
      } reply: { _, account in
        SignInReply(name: account.name, token: "token-of-\(account.name)")
      }
    ]
  }
}
