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
    /// Whether the connection is to break before the body: `lost` in the list of failures.
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
  /// - Parameter failures: which calls fail. Calls are counted for all copies of these endpoints together.
  public init(world: MockWorld, failures: MockFailures = []) {
    self.world = world
    self.failures = FailureCounter(failures)
  }

  /// The answer to a request.
  ///
  /// - Parameters:
  ///   - path: the components of the path, percent-decoded.
  ///   - idempotencyKey: the value of the `Idempotency-Key` header, if there is one.
  public func reply(method: String, path: [String], idempotencyKey: String?, body: Data) -> Reply {
    let operation = operation(method, path)
    let effect = operation.flatMap(failures.nextEffect)
    guard effect != .refused else { return Refusal(.somethingWentWrong).reply }
    var reply = reply(to: operation, path, idempotencyKey, body)
    reply.isLost = effect == .lost
    return reply
  }

  private func operation(_ method: String, _ path: [String]) -> MockFailures.Operation? {
    switch (method, path.first, path.count) {
    case ("GET", "balance", 1): .balance
    case ("GET", "products", 2): .product
    case ("POST", "products", 3) where path[2] == "purchases": .purchase
    case ("GET", "usernames", 2): .username
    case ("POST", "accounts", 1): .account
    default: nil
    }
  }

  private func reply(
    to operation: MockFailures.Operation?, _ path: [String], _ idempotencyKey: String?, _ body: Data
  ) -> Reply {
    do throws(Refusal) {
      switch operation {
      case .balance:
        return success(Wire.Balance(world.balance()))
      case .product:
        let id = try productID(path[1])
        return success(Wire.Product(try refusable { () throws(MockProblem) in try world.product(id: id) }))
      case .purchase:
        let id = try productID(path[1])
        let key = try key(idempotencyKey, for: "A purchase")
        let receipt = try refusable { () throws(MockProblem) in try world.purchase(id: id, idempotencyKey: key) }
        return success(Wire.Receipt(receipt), status: 201)
      case .username:
        let name = try username(path[1])
        return success(Wire.Availability(username: name, available: world.isAvailable(name)))
      case .account:
        let account = try newAccount(body)
        let key = try key(idempotencyKey, for: "An account")
        let created = try refusable { () throws(MockProblem) in try world.create(account, idempotencyKey: key) }
        return success(created, status: 201)
      case nil:
        throw Refusal(status: 404, detail: "There is nothing here.")
      }
    } catch {
      return error.reply
    }
  }

  private func success(_ value: some Encodable, status: Int = 200) -> Reply {
    Reply(status: status, contentType: "application/json", body: Wire.encode(value))
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
