import Foundation
import Screens

/// The reply of a server to a sign-in, on the wire alone.
private struct SignInReply: JSONRecord {
  var name: String
  var token: String

  static let record = Codec(SignInReply.init(name:token:), Member("name", \.name), Member("token", \.token))
}

extension HTTPRoute {
  /// How a server is asked.
  ///
  /// - Parameter credentials: keep the token that a sign-in returns, and send it with each later request.
  static func shop(_ credentials: ServerCredentials?) -> [HTTPRoute] {
    [
      HTTPRoute(.signIn, "/sessions", method: .post, status: 201) { (_, reply: SignInReply) in
        credentials?.setSession(ServerSession(account: reply.name, token: BearerToken(reply.token))) { _ in }
        return Account(name: reply.name)
      } reply: { _, account in
        SignInReply(name: account.name, token: "token-of-\(account.name)")
      },
      HTTPRoute(.products, "/products"),
      HTTPRoute(.product, "/products/{id}"),
      HTTPRoute(.pay, "/orders", method: .post, status: 201),
      HTTPRoute(.orders, "/orders"),
      HTTPRoute(.order, "/orders/{order}"),
      HTTPRoute(.courier, "/orders/{order}/courier", endsInOrder: true),
      HTTPRoute(.conversation, "/orders/{order}/conversation"),
      HTTPRoute(.post, "/orders/{order}/messages", method: .post, status: 201),
    ]
  }
}
