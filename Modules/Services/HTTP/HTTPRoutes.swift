import Descriptions
public import Dispatch
public import Foundation
public import HTTP
import Models
public import Requests
public import Streams
public import StreamsExtras

extension Backend {
  /// The backend at a URL, which implements `openapi.yaml`.
  ///
  /// - Parameters:
  ///   - url: where the contract's paths begin.
  ///   - timeout: how long a request may take in all.
  ///   - scheduler: measures the time limit. Answers come on any thread.
  public static func http(
    _ url: URL, timeout: Duration = .seconds(30),
    scheduler: AnySchedulerOf<DispatchQueue> = .global()
  ) -> Backend {
    http(url, routes: HTTPRoute.services, timeout: timeout, scheduler: scheduler)
  }

  /// The backend of a server that implements `openapi.yaml`.
  ///
  /// - Parameters:
  ///   - server: the server.
  ///   - scheduler: measures the time limit. Answers come on any thread.
  public static func http(
    _ server: ServerConnection, scheduler: AnySchedulerOf<DispatchQueue> = .global()
  ) -> Backend {
    http(server, routes: HTTPRoute.services, scheduler: scheduler)
  }
}

extension HTTPRoute {
  /// The routes of `openapi.yaml`. A server need not have that of the feed. An answer has to fit its request: another product's or a negative price does not.
  public static let services: [HTTPRoute] = [
    HTTPRoute(.balance, "/balance"),
    HTTPRoute(.balanceChanges, "/balance/changes"),
    HTTPRoute(.product, "/products/{id}") { id, product in
      try require(product.id == id && !product.price.isNegative)
      var product = product
      product.title = BackendText(product.title).text
      product.description = BackendText(product.description).text
      return product
    },
    HTTPRoute(.purchase, "/products/{id}/purchases", method: .post, status: 201) { purchase, receipt in
      try require(receipt.productID == purchase.id && !receipt.price.isNegative)
      return receipt
    },
    HTTPRoute(.username, "/usernames/{name}") { (name, availability: Availability) in
      try require(availability.username?.isSame(as: name) != false)
      return availability.available
    } reply: {
      Availability(username: $0, available: $1)
    },
    HTTPRoute(.account, "/accounts", method: .post, status: 201) { creation, account in
      // NB: the name is displayed, so it must not be anything else that was sent, such as the password.
      try require(account.username.isSame(as: creation.account.username))
      return account
    },
  ]
}

/// The reply to the question whether a user name is available.
private struct Availability: JSONRecord, Sendable {
  /// The name that was checked, which a backend may omit.
  var username: Username?
  var available: Bool

  static let record = Codec(Availability.init(username:available:), \.username, \.available)
}

/// Requires that an answer fits its request.
private func require(_ condition: Bool) throws(ServiceError) {
  guard condition else { throw .decoding }
}

extension Username {
  /// Whether two names are equal to a backend, which may store names in lowercase.
  fileprivate func isSame(as other: Username) -> Bool {
    text.lowercased() == other.text.lowercased()
  }
}
