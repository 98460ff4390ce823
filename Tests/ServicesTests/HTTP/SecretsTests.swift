import Foundation
import Models
import Services
import Support
import Testing

/// A password goes into one request's body, and nowhere else.
@Suite("Secrets", .timeLimit(.minutes(10)))
struct SecretsTests {
  private let secret = "xyzzy-7319"

  private func account() throws -> NewAccount {
    NewAccount(username: try Username("radagast"), password: Password(secret))
  }

  private func shown(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value)" + String(reflecting: value) + dumped
  }

  @Test("the password is in the body, and in no header, path or query")
  func request() async throws {
    let server = try LoopbackServer { _ in .response(.json(#"{"username":"radagast"}"#, status: 201)) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    #expect(try await outcome(of: services.createAccount(account(), idempotencyKey: key("a"))).value != nil)
    var request = try #require(server.requests.first)
    #expect(request.bodyText == #"{"password":"\#(secret)","username":"radagast"}"#)
    request.body = []
    #expect(!shown(request).contains(secret))
  }

  @Test("a backend that repeats the password in its message is not repeated")
  func echoed() async throws {
    let problem = #"{"detail":"The password \#(secret) is too weak."}"#
    let server = try LoopbackServer { _ in .response(.problem(problem, status: 422)) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    #expect(try await outcome(of: services.createAccount(account(), idempotencyKey: key("a"))).error == .status(422))
  }

  @Test(
    "however the message repeats it",
    arguments: [
      ("two  words", #"{"detail":"Is \"two  words\" good?"}"#), (" edge ", #"{"detail":"Weak: edge"}"#),
      ("Xyzzy", #"{"detail":"XYZZY is weak."}"#), (#"a"b\c"#, #"{"detail":"{\"password\":\"a\\\"b\\\\c\"}"}"#),
      ("caf\u{E9}", #"{"detail":"cafe\u0301 is weak."}"#), ("tab\tbed", #"{"detail":"tab bed"}"#),
      (String(repeating: "x", count: 600), #"{"detail":"\#(String(repeating: "x", count: 600))"}"#),
      ("xyzzy", #"{"detail":" ","title":"xyzzy"}"#),
    ])
  func altered(secret: String, problem: String) async throws {
    let server = try LoopbackServer { _ in .response(.problem(problem, status: 422)) }
    defer { server.close() }
    let account = NewAccount(username: try Username("radagast"), password: Password(secret))
    let services = try HTTPServices(of: server)
    #expect(try await outcome(of: services.createAccount(account, idempotencyKey: key("a"))).error == .status(422))
  }

  @Test("an account that is called like its password is not believed, unless that is the name that was asked for")
  func asName() async throws {
    let server = try LoopbackServer { request in
      .response(.json(request.bodyText.contains("radagast") ? #"{"username":"xyzzy-7319"}"# : #"{"username":"an"}"#))
    }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    #expect(try await outcome(of: services.createAccount(account(), idempotencyKey: key("a"))).error == .decoding)
    let short = NewAccount(username: try Username("An"), password: Password("a"))
    #expect(try await outcome(of: services.createAccount(short, idempotencyKey: key("b"))).value?.username.text == "an")
  }

  @Test(
    "no error shows it, whatever the backend does",
    arguments: [
      Answer.hangUp, .response(HTTPResponse(status: 500)), .response(.json(#"{"username":"xyzzy-7319"#)),
      .response(.problem(#"{"detail":"xyzzy-7319"}"#, status: 400)),
      .response(.problem(#"{"detail":"xyzzy-\u200b7319 is weak"}"#, status: 400)),
      .response(.json(#""xyzzy-7319""#)), .garbage(Array("xyzzy-7319\r\n".utf8)),
    ])
  func errors(answer: Answer) async throws {
    let server = try LoopbackServer { _ in answer }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let error = try #require(try await outcome(of: services.createAccount(account(), idempotencyKey: key("a"))).error)
    #expect(!(shown(error) + error.message + error.localizedDescription).contains(secret))
  }

  @Test("publishers, services and the world do not show it")
  func descriptions() async throws {
    let world = MockWorld()
    let mock = MockServices(world: world)
    let http = HTTPServices(baseURL: try #require(URL(string: "http://127.0.0.1:9")))
    for publisher in try [
      mock.createAccount(account(), idempotencyKey: key("a")), http.createAccount(account(), idempotencyKey: key("a")),
    ] {
      #expect(!shown(publisher).contains(secret))
    }
    #expect(try await outcome(of: mock.createAccount(account(), idempotencyKey: key("a"))).value != nil)
    #expect(!shown(world).contains(secret))
    #expect(!shown(mock).contains(secret))
  }

  @Test("every error has a text for people, and shows nothing else")
  func messages() {
    let messages: [ServiceError: String] = [
      .unknownHost: "There is no such server.",
      .connectionRefused: "The server refuses connections.",
      .noSecureConnection: "There is no secure connection to the server.",
      .transport(code: -1005): "The backend cannot be reached.",
      .timeout: "The backend took too long to answer.",
      .status(500): "The backend answered with status 500.",
      .status(302): "The backend redirects the request elsewhere, with status 302.",
      .decoding: "The backend's answer cannot be understood.",
      .tooLarge: "The backend's answer is too long.",
      .problem(status: 503, detail: "Something went wrong!"): "Something went wrong!",
      .cancelled: "The request was cancelled.",
    ]
    for (error, message) in messages {
      #expect(error.message == message)
      #expect((error as any Error).localizedDescription == message)
    }
  }
}
