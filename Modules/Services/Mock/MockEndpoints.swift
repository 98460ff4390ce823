public import Foundation
import Models

/// The server's side of `openapi.yaml`, with a `MockWorld` behind it: what a request is answered with, whatever server
/// brought it. It is what the contract tests and a sample backend serve.
public struct MockEndpoints: Sendable {
  /// What a server has to send back.
  public struct Reply: Equatable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// The body.
    public var body: Data

    /// A reply of a status and a body.
    public init(status: Int, contentType: String, body: Data) {
      self.status = status
      self.contentType = contentType
      self.body = body
    }
  }

  private let world: MockWorld
  private let failures: MockFailures

  /// The endpoints of a world; those named in `failures` answer "Something went wrong!"
  public init(world: MockWorld, failures: MockFailures = []) {
    self.world = world
    self.failures = failures
  }

  /// The answer to a request.
  ///
  /// - Parameters:
  ///   - path: the components of the path, percent-decoded.
  ///   - idempotencyKey: the value of the `Idempotency-Key` header, if there is one.
  public func reply(method: String, path: [String], idempotencyKey: String?, body: Data) -> Reply {
    do throws(Refusal) {
      switch (method, path.first, path.count) {
      case ("GET", "balance", 1):
        try check(.balance)
        return success(Wire.Balance(world.balance()))
      case ("GET", "products", 2):
        try check(.product)
        let id = try productID(path[1])
        return success(Wire.Product(try refusable { () throws(MockProblem) in try world.product(id: id) }))
      case ("POST", "products", 3) where path[2] == "purchases":
        try check(.purchase)
        let id = try productID(path[1])
        let key = try key(idempotencyKey, for: "A purchase")
        let receipt = try refusable { () throws(MockProblem) in try world.purchase(id: id, idempotencyKey: key) }
        return success(Wire.Receipt(receipt), status: 201)
      case ("GET", "usernames", 2):
        try check(.username)
        let name = try username(path[1])
        return success(Wire.Availability(username: name, available: world.isAvailable(name)))
      case ("POST", "accounts", 1):
        try check(.account)
        let account = try newAccount(body)
        let key = try key(idempotencyKey, for: "An account")
        let created = try refusable { () throws(MockProblem) in try world.create(account, idempotencyKey: key) }
        return success(created, status: 201)
      default:
        throw Refusal(status: 404, detail: "There is nothing here.")
      }
    } catch {
      return error.reply
    }
  }

  private func success(_ value: some Encodable, status: Int = 200) -> Reply {
    Reply(status: status, contentType: "application/json", body: Wire.encode(value))
  }

  private func check(_ failure: MockFailures) throws(Refusal) {
    if failures.contains(failure) { throw Refusal(.somethingWentWrong) }
  }

  private func refusable<Value>(_ ask: () throws(MockProblem) -> Value) throws(Refusal) -> Value {
    do {
      return try ask()
    } catch {
      throw Refusal(error)
    }
  }

  private func key(_ text: String?, for request: String) throws(Refusal) -> IdempotencyKey {
    guard let key = text.flatMap(IdempotencyKey.init(rawValue:)) else {
      throw Refusal(status: 400, detail: "\(request) needs an Idempotency-Key.")
    }
    return key
  }

  private func productID(_ text: String) throws(Refusal) -> ProductID {
    guard let id = ProductID(rawValue: text) else { throw Refusal(.unknownProduct) }
    return id
  }

  private func username(_ text: String) throws(Refusal) -> Username {
    do {
      return try Username(text)
    } catch {
      throw Refusal(status: 400, detail: error.message)
    }
  }

  private func newAccount(_ body: Data) throws(Refusal) -> NewAccount {
    guard let credentials = try? Wire.decode(Wire.Credentials.self, body), !credentials.password.isEmpty else {
      throw Refusal(status: 400, detail: "An account needs a user name and a password.")
    }
    return NewAccount(username: try username(credentials.username), password: Password(credentials.password))
  }
}

/// A request that is answered with a problem document.
private struct Refusal: Error {
  var status: Int
  var detail: String

  init(status: Int, detail: String) {
    self.status = status
    self.detail = detail
  }

  init(_ problem: MockProblem) {
    self.init(status: problem.status, detail: problem.detail)
  }

  var reply: MockEndpoints.Reply {
    let problem = Wire.Problem(type: "about:blank", title: nil, status: status, detail: detail)
    return .init(status: status, contentType: "application/problem+json", body: Wire.encode(problem))
  }
}
