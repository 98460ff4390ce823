import ExpectSupport
import Models
import Requests
import RequestsSupport
import Services
import Support
import Testing

@Suite(.timeLimit(.minutes(30))) struct HTTPBackendAnswerTests {
  private func services(answering json: String) throws -> (AllServices, LoopbackServer) {
    let server = try LoopbackServer { .response(.json(json, status: $0.method == "POST" ? 201 : 200)) }
    return (try AllServices(of: server), server)
  }

  private static func product(id: String = "wand", price: String = "1") -> String {
    #"{"id":"\#(id)","title":"a","description":"b","price":{"amount":"\#(price)","currency":"USD"}}"#
  }

  private static func receipt(productID: String = "wand", price: String = "1") -> String {
    #"{"id":"R-1","productID":"\#(productID)","price":{"amount":"\#(price)","currency":"USD"},"#
      + #""date":"2026-11-21T15:04:05Z"}"#
  }

  @Test(arguments: [product(id: "cloak"), product(id: "Wand"), product(price: "-0.01")])
  func `another product or a negative price cannot be understood`(json: String) async throws {
    let (services, server) = try services(answering: json)
    defer { server.close() }
    await expectEqual(outcome(of: services.product(id: "wand")), Outcome(error: .decoding))
  }

  @Test(arguments: [receipt(productID: "cloak"), receipt(price: "-199")])
  func `another product's receipt cannot be understood`(json: String) async throws {
    let (services, server) = try services(answering: json)
    defer { server.close() }
    try await expectEqual(
      outcome(of: services.purchaseProduct(id: "wand", idempotencyKey: key("a"))), Outcome(error: .decoding))
  }

  @Test func `a product and a receipt may be free`() async throws {
    let (products, first) = try services(answering: Self.product(price: "0"))
    let (receipts, second) = try services(answering: Self.receipt(price: "0"))
    defer {
      first.close()
      second.close()
    }
    await expectEqual(outcome(of: products.product(id: "wand")).value?.price, Money.zero)
    try await expectEqual(
      outcome(of: receipts.purchaseProduct(id: "wand", idempotencyKey: key("a"))).value?.price, Money.zero)
  }

  @Test(
    arguments: [
      (#"{"username":"Radagast","available":true}"#, nil), (#"{"username":"radagast","available":true}"#, nil),
      (#"{"available":true}"#, nil), (#"{"username":null,"available":true}"#, nil),
      (#"{"username":"saruman","available":true}"#, .decoding), (#"{"username":"","available":true}"#, .decoding),
      (#"{"username":1,"available":true}"#, .decoding),
    ] as [(String, ServiceError?)])
  func `availability is that of the name that was checked`(json: String, error: ServiceError?) async throws {
    let (services, server) = try services(answering: json)
    defer { server.close() }
    let outcome = try await outcome(of: services.usernameAvailable(Username("Radagast")))
    expectEqual(outcome, Outcome(values: error == nil ? [true] : [], error: error))
  }

  @Test(
    arguments: [
      (#"{"username":"Radagast"}"#, nil), (#"{"username":"radagast"}"#, nil), (#"{"username":"saruman"}"#, .decoding),
      (#"{}"#, .decoding),
    ] as [(String, ServiceError?)])
  func `an account has the name that was submitted`(json: String, error: ServiceError?) async throws {
    let (services, server) = try services(answering: json)
    defer { server.close() }
    let account = NewAccount(username: try Username("Radagast"), password: Password("xyzzy"))
    try await expectEqual(outcome(of: services.createAccount(account, idempotencyKey: key("a"))).error, error)
  }

  @Test(arguments: [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}")])
  func `a name in another spelling is another product, and the same account`(one: String, other: String) async throws {
    let (services, server) = try services(answering: Self.product(id: other))
    defer { server.close() }
    await expectEqual(outcome(of: services.product(id: ProductID(rawValue: one)!)).error, .decoding)
    let (accounts, second) = try self.services(answering: #"{"username":"a\#(other)","available":true}"#)
    defer { second.close() }
    #expect(await outcome(of: accounts.usernameAvailable(try Username("a" + one))).value == true)
  }
}
