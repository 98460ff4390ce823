import ExpectSupport
import Foundation
import Locking
import RequestsSupport
import Storage
import Streams
import Support
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(30))) struct TokenOverHTTPTests {
  private static let secret = "xyzzy-7319.plugh~+/=="
  private static let routes = [HTTPRoute(.cities, "/cities"), HTTPRoute(.report, "/reports", method: .post)]

  private func backend(_ server: LoopbackServer, _ credentials: ServerCredentials?) throws -> Backend {
    let url = try #require(URL(string: server.url))
    return Backend.http(ServerConnection(url, timeout: .seconds(3_600), credentials: credentials), routes: Self.routes)
  }

  private func credentials(for server: LoopbackServer, in storage: Storage = Storage()) throws -> ServerCredentials {
    ServerCredentials(for: try #require(URL(string: server.url + "/any/path")), in: storage)
  }

  @Test func `the token goes with each request`() async throws {
    let server = try LoopbackServer { _ in .response(.json("[]")) }
    defer { server.close() }
    let credentials = try credentials(for: server)
    let backend = try backend(server, credentials)
    _ = await outcome(of: backend.answer(.cities))
    try await credentials.setToken(BearerToken(Self.secret))
    #expect(credentials.hasToken)
    _ = await outcome(of: backend.answer(.cities))
    _ = await outcome(of: backend.answer(.report, Report(city: oslo, pass: Pass("a"), key: .example)))
    try await credentials.setToken(nil)
    _ = await outcome(of: backend.answer(.cities))
    let sent = "Bearer " + Self.secret
    expectEqual(server.requests.map { $0.header("Authorization") }, [nil, sent, sent, nil])
  }

  @Test func `the token goes to its own origin only`() async throws {
    let other = try LoopbackServer { _ in .response(.json("[]")) }
    let server = try LoopbackServer { request in
      request.target == "/cities" ? .response(.redirect(to: "/new")) : .response(.redirect(to: other.url + "/cities"))
    }
    defer {
      server.close()
      other.close()
    }
    let credentials = try credentials(for: server)
    try await credentials.setToken(BearerToken(Self.secret))
    await expectEqual(outcome(of: try backend(server, credentials).answer(.cities)).error, .status(302))
    expectEqual(server.requests.map(\.target), ["/cities", "/new"])
    #expect(server.requests.allSatisfy { $0.header("Authorization") != nil })
    #expect(other.requests.isEmpty)
    await expectEqual(outcome(of: try backend(other, credentials).answer(.cities)).value, [])
    expectEqual(other.requests.map { $0.header("Authorization") }, [nil])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirection inside of the origin is followed`(status: Int) async throws {
    let server = try LoopbackServer { request in
      .response(request.target == "/cities" ? .redirect(to: "/new", status: status) : .json("[]"))
    }
    defer { server.close() }
    await expectEqual(outcome(of: try backend(server, credentials(for: server)).answer(.cities)).value, [])
    expectEqual(server.requests.map(\.target), ["/cities", "/new"])
  }

  @Test(arguments: [300, 304, 305, 306])
  func `another status with an address is an error`(status: Int) async throws {
    let server = try LoopbackServer { _ in .response(.redirect(to: "/new", status: status)) }
    defer { server.close() }
    await expectEqual(outcome(of: try backend(server, credentials(for: server)).answer(.cities)).error, .status(status))
    expectEqual(server.requests.map(\.target), ["/cities"])
  }

  @Test func `a refused token is published once`() async throws {
    let server = try LoopbackServer { request in
      request.header("Authorization") == "Bearer good"
        ? .response(.json("[]")) : .response(HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"]))
    }
    defer { server.close() }
    let credentials = try credentials(for: server)
    let backend = try backend(server, credentials)
    let count = LockedValue(0)
    let cancellable = credentials.refusals.sink { count.withLock { $0 += 1 } }
    defer { cancellable.cancel() }
    for _ in 0..<3 { await expectEqual(outcome(of: backend.answer(.cities)).error, .status(401)) }
    expectEqual(count.withLock { $0 }, 1)
    try await credentials.setToken(BearerToken("bad"))
    for _ in 0..<3 { await expectEqual(outcome(of: backend.answer(.cities)).error, .status(401)) }
    expectEqual(count.withLock { $0 }, 2)
    try await credentials.setToken(BearerToken("good"))
    await expectEqual(outcome(of: backend.answer(.cities)).value, [])
    expectEqual(count.withLock { $0 }, 2)
  }

  @Test func `a request is sent again with the renewed token and the same key`() async throws {
    let server = try LoopbackServer { request in
      request.header("Authorization") == "Bearer 2"
        ? .response(.json("\"done\"")) : .response(HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"]))
    }
    defer { server.close() }
    let credentials = try credentials(for: server)
    try await credentials.setSession(ServerSession(account: "ada", token: BearerToken("1")))
    credentials.renew { session in
      Just(ServerSession(account: session.account, token: BearerToken("2"))).setFailureType(to: ServiceError.self)
        .eraseToAnyPublisher()
    }
    let report = Report(city: oslo, pass: Pass("a"), key: .example)
    await expectEqual(outcome(of: try backend(server, credentials).answer(.report, report)).value, "done")
    expectEqual(server.requests.map { $0.header("Authorization") }, ["Bearer 1", "Bearer 2"])
    expectEqual(server.requests.map { $0.header("Idempotency-Key") }, [report.key.rawValue, report.key.rawValue])
    expectEqual(server.requests[0].body, server.requests[1].body)
  }

  @Test func `no text shows the token`() async throws {
    let problem = #"{"detail":"The token \#(Self.secret) is bad."}"#
    let server = try LoopbackServer { _ in .response(.problem(problem, status: 403)) }
    defer { server.close() }
    let credentials = try credentials(for: server)
    try await credentials.setToken(BearerToken(Self.secret))
    let backend = try backend(server, credentials)
    await expectEqual(outcome(of: backend.answer(.cities)).error, .status(403))
    for value in [credentials, backend, backend.answer(.cities), BearerToken(Self.secret)] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      #expect(!("\(value)" + String(reflecting: value) + dumped).contains(Self.secret))
    }
  }

  @Test(arguments: ["a\r\nHost: b", "a\nb", "a\0b"])
  func `a token cannot smuggle a header`(token: String) async throws {
    let server = try LoopbackServer { _ in .response(.json("[]")) }
    defer { server.close() }
    let credentials = try credentials(for: server)
    try await credentials.setToken(BearerToken(token))
    let expected = ServiceError.transport(code: NSURLErrorBadURL)
    await expectEqual(outcome(of: try backend(server, credentials).answer(.cities)), Outcome(error: expected))
    #expect(server.requests.isEmpty)
  }
}
