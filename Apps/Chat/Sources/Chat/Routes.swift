import Foundation
import HTTP
import Screens

extension HTTPRoute {
  /// How a server is asked.
  ///
  /// - Parameter credentials: keep the token that a sign-in returns, and send it with each later request.
  static func chat(_ credentials: ServerCredentials?) -> [HTTPRoute] {
    [
      .signIn("/sessions", credentials),
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
