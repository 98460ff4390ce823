public import Foundation
import Models

/// The server's side of `openapi.yaml` for a `MockWorld`: the reply to each request, for any HTTP server.
///
/// The contract tests and the sample backend serve it.
public struct MockEndpoints: Sendable {
  /// What a server sends back.
  public struct Reply: Equatable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// The body.
    public var body: Data
    /// Whether the connection breaks before the reply: `lost` in the list of failures.
    public var isLost = false

    /// A reply of a status and a body.
    public init(status: Int, contentType: String, body: Data) {
      self.status = status
      self.contentType = contentType
      self.body = body
    }
  }

  private let world: MockWorld
  private let failures: FailureCounter

  /// The endpoints of a world.
  ///
  /// - Parameters:
  ///   - world: the world that the requests read and change.
  ///   - failures: which calls fail. All copies of these endpoints count their calls together.
  public init(world: MockWorld, failures: MockFailures = []) {
    self.world = world
    self.failures = FailureCounter(failures)
  }

  /// The reply to a request.
  ///
  /// - Parameters:
  ///   - method: the HTTP method.
  ///   - path: the components of the path, percent-decoded.
  ///   - idempotencyKey: the value of the `Idempotency-Key` header; `nil` without the header.
  ///   - body: the body; empty without one.
  public func reply(method: String, path: [String], idempotencyKey: String?, body: Data) -> Reply {
    switch (method, path.first, path.count) {
    case ("GET", "balance", 1):
      reply(.balance) { Wire.Balance(world.balance()) }
    case ("GET", "products", 2):
      reply(.product) { () throws(ServiceError) in Wire.Product(try world.product(id: productID(path[1]))) }
    case ("POST", "products", 3) where path[2] == "purchases":
      reply(.purchase, status: 201) { () throws(ServiceError) in
        let (id, key) = (try productID(path[1]), try key(idempotencyKey, for: "A purchase"))
        return Wire.Receipt(try world.purchase(id: id, idempotencyKey: key))
      }
    case ("GET", "usernames", 2):
      reply(.username) { () throws(ServiceError) in
        let name = try username(path[1])
        return Wire.Availability(username: name, available: world.isAvailable(name))
      }
    case ("POST", "accounts", 1):
      reply(.account, status: 201) { () throws(ServiceError) in
        let (account, key) = (try newAccount(body), try key(idempotencyKey, for: "An account"))
        return try world.create(account, idempotencyKey: key)
      }
    default:
      Reply(status: 404, detail: "There is nothing here.")
    }
  }

  /// The reply of an operation: its answer, or the problem document of an error.
  func reply(
    _ operation: ServiceOperation, status: Int = 200, _ answer: () throws(ServiceError) -> some Encodable
  ) -> Reply {
    let failure = failures.next(operation)
    var reply: Reply
    do throws(ServiceError) {
      guard failure != .refused else { throw .somethingWentWrong }
      reply = Reply(status: status, contentType: "application/json", body: Wire.encode(try answer()))
    } catch {
      reply = Reply(status: error.httpStatus ?? 500, detail: error.message)
    }
    reply.isLost = failure == .lost
    return reply
  }

  private func key(_ text: String?, for request: String) throws(ServiceError) -> IdempotencyKey {
    guard let key = text.flatMap(IdempotencyKey.init(rawValue:)) else {
      throw .problem(status: 400, detail: "\(request) needs an Idempotency-Key.")
    }
    return key
  }

  private func productID(_ text: String) throws(ServiceError) -> ProductID {
    guard let id = ProductID(rawValue: text) else { throw .unknownProduct }
    return id
  }

  private func username(_ text: String) throws(ServiceError) -> Username {
    do {
      return try Username(text)
    } catch {
      throw .problem(status: 400, detail: error.message)
    }
  }

  private func newAccount(_ body: Data) throws(ServiceError) -> NewAccount {
    guard let credentials = try? Wire.decode(Wire.Credentials.self, body), !credentials.password.isEmpty else {
      throw .problem(status: 400, detail: "An account needs a user name and a password.")
    }
    return NewAccount(username: try username(credentials.username), password: Password(credentials.password))
  }
}

extension MockEndpoints.Reply {
  /// A problem document (RFC 9457).
  fileprivate init(status: Int, detail: String) {
    let problem = Wire.Problem(type: "about:blank", status: status, detail: detail)
    self.init(status: status, contentType: "application/problem+json", body: Wire.encode(problem))
  }
}
