import Foundation
import HTTP
import Screens

extension HTTPRoute {
  /// How a server is asked. The version of an expense is in the headers `ETag` and `If-Match`.
  ///
  /// - Parameter credentials: keep the token that a sign-in returns, and send it with each later request.
  static func expenses(_ credentials: ServerCredentials?) -> [HTTPRoute] {
    [
      .signIn("/sessions", credentials),
      HTTPRoute(.expenses, "/expenses"),
      HTTPRoute(.expense, "/expenses/{id}"),
      HTTPRoute(.add, "/expenses", method: .post, status: 201, body: "details"),
      HTTPRoute(.save, "/expenses/{id}", method: .put, body: "details"),
      HTTPRoute(.delete, "/expenses/{id}", method: .delete, status: 204),
      HTTPRoute(.summary, "/summary"),
    ]
  }
}
