import Foundation
import Screens

/// The reply of a server to a sign-in, on the wire alone.
private struct SignInReply: JSONRecord {
  var name: String
  var isAdmin: Bool
  var token: String

  static let record = Codec(
    SignInReply.init(name:isAdmin:token:), Member("name", \.name), Member("isAdmin", \.isAdmin),
    Member("token", \.token))
}

extension HTTPRoute {
  /// How a server is asked.
  ///
  /// - Parameter credentials: keep the token that a sign-in returns, and send it with each later request.
  static func chat(_ credentials: ServerCredentials?) -> [HTTPRoute] {
    [
      HTTPRoute(.signIn, "/sessions", method: .post, status: 201) { (_, reply: SignInReply) in
        credentials?.setSession(ServerSession(account: reply.name, token: BearerToken(reply.token))) { _ in }
        return Account(name: reply.name, isAdmin: reply.isAdmin)
      } reply: { _, account in
        SignInReply(name: account.name, isAdmin: account.isAdmin, token: "token-of-\(account.name)")
      },
      HTTPRoute(.rooms, "/rooms"),
      HTTPRoute(.createRoom, "/rooms", method: .post, status: 201),
      HTTPRoute(.messages, "/rooms/{room}/messages"),
      HTTPRoute(.post, "/rooms/{room}/messages", method: .post, status: 201),
      HTTPRoute(.upload, "/rooms/{room}/files", method: .post, status: 201),
      HTTPRoute(.download, "/rooms/{room}/files/{id}"),
      HTTPRoute(.delete, "/rooms/{room}/messages/{id}", method: .delete, status: 204),
      HTTPRoute(.markRead, "/rooms/{room}/read", method: .put, status: 204),
      HTTPRoute(.rename, "/rooms/{room}/name", method: .put, status: 204),
      HTTPRoute(.typing, "/rooms/{room}/typing", method: .post, status: 204),
      HTTPRoute(.search, "/search"),
      HTTPRoute(.activity, "/rooms/{room}/activity"),
      HTTPRoute(.changes, "/changes", id: "position"),
    ]
  }
}
