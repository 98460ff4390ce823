import ExpectSupport
import Foundation
import HTTP
import Models
import Requests
import RequestsSupport
import Services
import Support
import Testing

/// A password is in the body of one request only.
@Suite(.timeLimit(.minutes(30))) struct HTTPBackendSecretsTests {
  private let secret = "xyzzy-7319"

  private func account() throws -> NewAccount {
    NewAccount(username: try Username("radagast"), password: Password(secret))
  }

  private func shown(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value)" + String(reflecting: value) + dumped
  }

  @Test func `the password is in the body only`() async throws {
    let server = try LoopbackServer { _ in .response(.json(#"{"username":"radagast"}"#, status: 201)) }
    defer { server.close() }
    let services = try AllServices(of: server)
    #expect(try await outcome(of: services.createAccount(account(), idempotencyKey: key("a"))).value != nil)
    var request = try #require(server.requests.first)
    expectEqual(request.bodyText, #"{"password":"\#(secret)","username":"radagast"}"#)
    request.body = []
    #expect(!shown(request).contains(secret))
  }

  @Test func `a message that repeats the password is not shown`() async throws {
    let problem = #"{"detail":"The password \#(secret) is too weak."}"#
    let server = try LoopbackServer { _ in .response(.problem(problem, status: 422)) }
    defer { server.close() }
    let services = try AllServices(of: server)
    try await expectEqual(outcome(of: services.createAccount(account(), idempotencyKey: key("a"))).error, .status(422))
  }

  @Test(arguments: [
    ("two  words", #"{"detail":"Is \"two  words\" good?"}"#), (" edge ", #"{"detail":"Weak: edge"}"#),
    ("Xyzzy", #"{"detail":"XYZZY is weak."}"#), (#"a"b\c"#, #"{"detail":"{\"password\":\"a\\\"b\\\\c\"}"}"#),
    ("caf\u{E9}", #"{"detail":"cafe\u0301 is weak."}"#), ("tab\tbed", #"{"detail":"tab bed"}"#),
    (String(repeating: "x", count: 600), #"{"detail":"\#(String(repeating: "x", count: 600))"}"#),
    ("xyzzy", #"{"detail":" ","title":"xyzzy"}"#),
  ])
  func `a message that repeats it in another form is not shown`(secret: String, problem: String) async throws {
    let server = try LoopbackServer { _ in .response(.problem(problem, status: 422)) }
    defer { server.close() }
    let account = NewAccount(username: try Username("radagast"), password: Password(secret))
    let services = try AllServices(of: server)
    try await expectEqual(outcome(of: services.createAccount(account, idempotencyKey: key("a"))).error, .status(422))
  }

  @Test func `an account with its password as the name is refused`() async throws {
    let server = try LoopbackServer { request in
      .response(
        .json(
          request.bodyText.contains("radagast") ? #"{"username":"xyzzy-7319"}"# : #"{"username":"an"}"#, status: 201))
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    try await expectEqual(outcome(of: services.createAccount(account(), idempotencyKey: key("a"))).error, .decoding)
    let short = NewAccount(username: try Username("An"), password: Password("a"))
    try await expectEqual(
      outcome(of: services.createAccount(short, idempotencyKey: key("b"))).value?.username.text, "an")
  }

  @Test(arguments: [
    Answer.hangUp, .response(HTTPResponse(status: 500)), .response(.json(#"{"username":"xyzzy-7319"#)),
    .response(.problem(#"{"detail":"xyzzy-7319"}"#, status: 400)),
    .response(.problem(#"{"detail":"xyzzy-\u200b7319 is weak"}"#, status: 400)),
    .response(.json(#""xyzzy-7319""#)), .garbage(Array("xyzzy-7319\r\n".utf8)),
  ])
  func `no error contains it`(answer: Answer) async throws {
    let server = try LoopbackServer { _ in answer }
    defer { server.close() }
    let services = try AllServices(of: server)
    let error = try #require(try await outcome(of: services.createAccount(account(), idempotencyKey: key("a"))).error)
    #expect(!(shown(error) + error.message + error.localizedDescription).contains(secret))
  }

  @Test func `no publisher, service or world contains it`() async throws {
    let world = MockWorld()
    let mock = AllServices.mock(world: world)
    let http = AllServices(.http(try #require(URL(string: "http://127.0.0.1:9"))))
    for publisher in try [
      mock.createAccount(account(), idempotencyKey: key("a")), http.createAccount(account(), idempotencyKey: key("a")),
    ] {
      #expect(!shown(publisher).contains(secret))
    }
    #expect(try await outcome(of: mock.createAccount(account(), idempotencyKey: key("a"))).value != nil)
    #expect(!shown(world).contains(secret))
    #expect(!shown(mock).contains(secret))
  }
}
