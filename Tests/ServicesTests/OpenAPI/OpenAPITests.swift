import ExpectSupport
import Foundation
import HTTP
import Models
import Requests
import RequestsSupport
import Services
import Support
import Testing

/// Compares `openapi.yaml` with the requests and replies of the services.
@Suite(.timeLimit(.minutes(30))) struct OpenAPITests {
  /// Sends every kind of request, with and without success.
  private func exchanges(failures: RequestFailures = []) async throws -> [Exchanges.Exchange] {
    let fixture = try Fixture(.http, failures: failures)
    defer { fixture.close() }
    let (products, accounts) = (fixture.backend.products, fixture.backend.accounts)
    let account = NewAccount(username: try Username("radagast"), password: Password("xyzzy-7319"))
    _ = await outcome(of: fixture.backend.balance.balance())
    let request = HTTPRequest(method: "GET", target: "/balance/changes")
    fixture.exchanges.add(request, await fixture.firstEvent(of: request, failures: failures))
    for id in ["wand", "elixir", "broomstick"] as [ProductID] {
      _ = await outcome(of: products.product(id: id))
      _ = try await outcome(of: products.purchaseProduct(id: id, idempotencyKey: key("key")))
      _ = await outcome(of: products.purchaseProduct(id: id, idempotencyKey: .random()))
    }
    _ = await outcome(of: accounts.usernameAvailable(account.username))
    for text in ["a", "a", "b"] {
      _ = try await outcome(of: accounts.createAccount(account, idempotencyKey: key(text)))
    }
    return fixture.exchanges.all
  }

  @Test func `every request and reply matches the contract`() async throws {
    let contract = try Contract()
    for failures in [[], .all] as [RequestFailures] {
      for exchange in try await exchanges(failures: failures) {
        let (request, reply) = (exchange.request, exchange.reply)
        expectEqual(contract.faults(in: request), [], "\(request.method) \(request.target)")
        expectEqual(contract.faults(in: reply, to: request), [], "\(request.method) \(request.target) \(reply.status)")
      }
    }
  }

  @Test func `the contract has no unused operations`() async throws {
    let contract = try Contract()
    let exchanges = try await exchanges()
    let sent = Set(exchanges.compactMap { contract.operation(for: $0.request)?.id })
    let unsent = Set(contract.operations.values.map(\.id)).subtracting(sent)
    expectEqual(
      unsent, [], "openapi.yaml has operations that `exchanges` above does not send. Call their services there.")
    expectEqual(
      contract.operations.count, HTTPRoute.services.count,
      "openapi.yaml needs one operation for each of `HTTPRoute.services`.")
    expectEqual(
      Set(exchanges.map(\.reply.status)), [200, 201, 402, 404, 409, 422],
      "`exchanges` above has to get each status of the mock once. Add a status here that a new operation answers.")
  }

  @Test func `every example of the contract is understood`() async throws {
    let contract = try Contract()
    expectEqual(
      contract.examples.count, 2 * contract.operations.count,
      "Each operation of openapi.yaml needs one example of its answer, and `default` for its problem.")
    for example in contract.examples {
      let body = try JSONSerialization.data(withJSONObject: example.json)
      let status = Int(example.status)
      let isFeed = example.operation == "balanceChanges"
      let server = try LoopbackServer { _ in
        let text = String(decoding: body, as: UTF8.self)
        guard let status else { return .response(.problem(text, status: 503)) }
        return .response(
          isFeed
            ? .json("data: \(text)\n\n", status: status, type: "text/event-stream") : .json(text, status: status))
      }
      defer { server.close() }
      let services = try AllServices(of: server)
      let error = try await error(of: example.operation, services)
      #expect(
        error == (status == nil ? .problem(status: 503, detail: "Something went wrong!") : nil),
        "\(example.operation) \(example.status)")
    }
  }

  private func error(of operation: String, _ services: AllServices) async throws -> ServiceError? {
    return switch operation {
    case "balance": await outcome(of: services.balance()).error
    case "balanceChanges": await error(following: services.backend)
    case "product": await outcome(of: services.product(id: "wand")).error
    case "purchaseProduct":
      await outcome(of: services.purchaseProduct(id: "wand", idempotencyKey: .random())).error
    case "usernameAvailable": try await outcome(of: services.usernameAvailable(Username("gandalf"))).error
    case "createAccount":
      try await outcome(
        of: services.createAccount(
          NewAccount(username: Username("radagast"), password: Password("x")), idempotencyKey: .random())
      ).error
    default: throw UnknownOperation(message: "Call the service of \(operation) in `error(of:_:)`.")
    }
  }

  /// The reason why the feed of the contract has no element; `nil` if it has one.
  ///
  /// The server ends each connection in order, and the feed keeps the newest element only: an element of the next connection may
  /// take the place of the first one, so that such an end is received before an element.
  private func error(following backend: Backend) async -> ServiceError? {
    for await event in backend.follow(.balanceChanges).map(Optional.some).replaceError(with: nil).values {
      switch event {
      case .element: return nil
      case .condition(.interrupted(let error, _)) where error != .closed: return error
      case .condition, .unreadable, nil: continue
      }
    }
    return .noSuchFeed("balance-changes")
  }

  private struct UnknownOperation: Error {
    let message: String
  }

  @Test func `finds deviations from the contract`() throws {
    let contract = try Contract()
    func request(_ method: String, _ target: String, _ headers: [HTTPRequest.Header] = [], _ body: String = "")
      -> [String]
    {
      contract.faults(in: HTTPRequest(method: method, target: target, headers: headers, body: Array(body.utf8)))
    }
    let json = HTTPRequest.Header(name: "Content-Type", value: "application/json")
    expectEqual(request("GET", "/balance"), [])
    expectEqual(request("GET", "/balances"), ["no operation"])
    expectEqual(request("GET", "/balance/"), ["no operation"])
    expectEqual(request("POST", "/balance"), ["no operation"])
    expectEqual(request("GET", "/products/"), ["no operation"])
    expectEqual(request("GET", "/balance", [], "{}"), ["body: none in the contract"])
    expectEqual(request("POST", "/products/a/purchases"), ["Idempotency-Key: missing"])
    expectEqual(request("POST", "/accounts", [json]).first, "Idempotency-Key: missing")
    let key = HTTPRequest.Header(name: "Idempotency-Key", value: "a")
    expectEqual(request("POST", "/accounts", [json, key]), ["no JSON"])
    expectEqual(request("POST", "/accounts", [key], "{}"), [": not in the contract"])
    expectEqual(
      request("POST", "/accounts", [json, key], #"{"username":""}"#), ["/password: missing", "/username: too short"])
    expectEqual(
      request("POST", "/accounts", [json, key], #"{"username":"a","password":1}"#), ["/password: not string"])

    func reply(_ status: Int, _ body: String, _ type: String = "application/json") -> [String] {
      contract.faults(
        in: .init(status: status, contentType: type, body: Data(body.utf8)),
        to: HTTPRequest(method: "GET", target: "/balance", headers: [], body: []))
    }
    let money = #"{"amount":"1","currency":"USD"}"#
    expectEqual(reply(200, #"{"value":\#(money),"date":"2026-11-21T15:04:05Z"}"#), [])
    expectEqual(reply(200, #"{"value":{"amount":1.5,"currency":"USD"},"date":"2026-11-21T15:04:05Z"}"#), [])
    expectEqual(
      reply(200, #"{"value":{"amount":true,"currency":"usd"},"date":"now"}"#),
      [
        "/date: no date-time", "/value/amount: not string or number", "/value/currency: not of the pattern",
      ])
    expectEqual(
      reply(200, #"{"value":\#(money),"date":"2026-11-21T15:04:05Z","extra":1}"#), ["/extra: not in the contract"])
    expectEqual(reply(201, "{}"), ["201: not in the contract"])
    expectEqual(reply(500, #"{"detail":"a"}"#), ["application/json: not in the contract"])
    expectEqual(reply(500, #"{"detail":"a","status":1.5}"#, "application/problem+json"), ["/status: not integer"])
  }

  @Test func `finds faults in the elements of an array and in words`() throws {
    let schema = JSONSchema(document: .mapping([:]))
    let words = try YAML(parsing: "type: array\nitems:\n  type: string\n  enum: [red, blue]")
    expectEqual(schema.faults(["red", "blue"], words), [])
    expectEqual(schema.faults([String](), words), [])
    expectEqual(schema.faults(["red", "green"], words), ["/1: none of the words"])
    expectEqual(schema.faults([1, "red"], words), ["/0: not string"])
    expectEqual(schema.faults("red", words), [": not array"])
    expectEqual(schema.faults(["red"], try YAML(parsing: "type: array")), [": elements without a schema"])
  }

  @Test(arguments: [(0, [": too small"]), (1, []), (5, []), (6, [": too large"])])
  func `finds numbers outside of their bounds`(number: Int, faults: [String]) throws {
    let schema = try YAML(parsing: "type: integer\nminimum: 1\nmaximum: 5")
    expectEqual(JSONSchema(document: .mapping([:])).faults(number, schema), faults)
  }

  @Test func `finds keywords that are not supported`() throws {
    let schema = JSONSchema(document: .mapping([:]))
    let strict = try YAML(parsing: "type: integer\nmultipleOf: 5")
    expectEqual(schema.faults(7, strict), [": keyword multipleOf"])
    expectEqual(schema.faults(7, try YAML(parsing: "$ref: \"#/nowhere\"")), [": no #/nowhere"])
  }
}
