import Descriptions

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
