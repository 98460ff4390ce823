import Foundation
import Models
import Services
import Support
import Testing

/// What a front is told when a backend is not what the contract says.
@Suite("HTTP on bad days", .timeLimit(.minutes(10)))
struct BadDaysTests {
  private func balance(_ answer: Answer) async throws -> Outcome<Balance> {
    let server = try LoopbackServer { _ in answer }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    return await outcome(of: services.balance())
  }

  private static let good = #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"1234.56","currency":"USD"}}"#

  @Test("an error status without a problem document is that status", arguments: [400, 401, 404, 500, 503])
  func status(status: Int) async throws {
    #expect(try await balance(.response(HTTPResponse(status: status))).error == .status(status))
    #expect(try await balance(.response(.json(Self.good, status: status))).error == .status(status))
    #expect(try await balance(.response(.problem("}", status: status))).error == .status(status))
    #expect(try await balance(.response(.problem("{}", status: status))).error == .status(status))
    #expect(try await balance(.response(.problem(#"{"detail":" "}"#, status: status))).error == .status(status))
  }

  @Test(
    "a backend that wants to know who asks answers at once that it does",
    arguments: [#"Basic realm="bank""#, "Basic", #"Digest realm="bank", nonce="1""#, "Bearer", "Negotiate"])
  func challenge(scheme: String) async throws {
    let headers = ["WWW-Authenticate": scheme]
    #expect(try await balance(.response(HTTPResponse(status: 401, headers: headers))).error == .status(401))
    var problem = HTTPResponse.problem(#"{"detail":"Log in."}"#, status: 401)
    problem.headers.merge(headers) { $1 }
    #expect(try await balance(.response(problem)).error == .problem(status: 401, detail: "Log in."))
  }

  @Test(
    "a problem document is what the user reads, in one line that a terminal can show",
    arguments: [
      (#"{"detail":"Something went wrong!"}"#, "Something went wrong!"),
      (#"{"type":"about:blank","title":"Busy","status":503,"detail":"Try later."}"#, "Try later."),
      (#"{"title":"Busy"}"#, "Busy"),
      (#"{"detail":"","title":"Busy"}"#, "Busy"),
      (#"{"detail":["Try later."],"title":"Busy"}"#, "Busy"),
      (#"{"type":5,"title":[],"status":"503","detail":"Try later."}"#, "Try later."),
      (#"{"detail":"two\r\nlines"}"#, "two\nlines"),
      (#"{"detail":"\u001b[2Jgone\u202e!"}"#, "[2Jgone!"),
      (#"{"detail":"👩‍👩‍👧 می‌خواهم"}"#, "👩‍👩‍👧 می‌خواهم"),
      (#"{"detail":"\#(String(repeating: "a", count: 10_000))"}"#, String(repeating: "a", count: 500)),
    ])
  func problem(json: String, detail: String) async throws {
    #expect(try await balance(.response(.problem(json, status: 503))).error == .problem(status: 503, detail: detail))
    let type = "Application/Problem+JSON; charset=utf-8"
    #expect(
      try await balance(.response(.json(json, status: 422, type: type))).error
        == .problem(status: 422, detail: detail))
  }

  @Test(
    "an answer that is not the contract's cannot be understood",
    arguments: [
      "", "<html>", "[]", "{}", #"{"value":1234.56,"date":"2026-11-21T15:04:05Z"}"#,
      #"{"value":{"amount":"1","currency":"USD"},"date":1795273445}"#,
      #"{"value":{"amount":"1","currency":"USD"},"date":"yesterday"}"#,
      #"{"value":{"amount":"tuppence","currency":"USD"},"date":"2026-11-21T15:04:05Z"}"#,
      #"{"value":{"amount":"1","currency":"pence"},"date":"2026-11-21T15:04:05Z"}"#,
      #"{"value":{"amount":"1","currency":"USD"}"#,
    ])
  func decoding(json: String) async throws {
    #expect(try await balance(.response(.json(json))).error == .decoding)
  }

  @Test("an empty success cannot be understood")
  func noContent() async throws {
    #expect(try await balance(.response(HTTPResponse(status: 204))).error == .decoding)
  }

  @Test("a number for an amount, a seed's date and unknown fields are understood")
  func looseAnswer() async throws {
    let json = #"{"extra":[1],"date":"2026-11-21 16:04:05 +0100","value":{"amount":1234.56,"currency":"USD"}}"#
    let expected = Balance(value: try Money("1234.56"), date: Date(timeIntervalSince1970: 1_795_273_445))
    #expect(try await balance(.response(.json(json))) == Outcome(values: [expected]))
  }

  @Test("a connection that breaks is a failed transport", arguments: [0, 10, 70])
  func cutOff(length: Int) async throws {
    let outcome = try await balance(.cutOff(.json(Self.good), after: length))
    guard case .transport = outcome.error else {
      Issue.record("not a failed transport: \(outcome)")
      return
    }
  }

  @Test func `a connection that ends without a byte is a failed transport`() async throws {
    let outcome = try await balance(.hangUp)
    guard case .transport = outcome.error else {
      Issue.record("not a failed transport: \(outcome)")
      return
    }
  }

  @Test(
    arguments: [
      "220 smtp ready\r\n", "\0\u{FF}\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}", "HTTP/1.1 9999999 OK\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnone",
    ])
  func `an answer that violates HTTP cannot be understood`(text: String) async throws {
    #expect(try await balance(.garbage(Array(text.utf8))).error == .decoding)
  }

  @Test("a connection that was kept and breaks under a request is a failed transport, and an account is asked for once")
  func keptConnection() async throws {
    let server = try LoopbackServer { request in
      request.method == "GET" ? .response(.json(#"{"username":"radagast","available":true}"#)) : .hangUp
    }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let name = try Username("radagast")
    #expect(await outcome(of: services.usernameAvailable(name)).value == true)
    let account = NewAccount(username: name, password: Password("xyzzy"))
    let expected = ServiceError.transport(code: NSURLErrorNetworkConnectionLost)
    #expect(
      try await outcome(of: services.createAccount(account, idempotencyKey: key("a"))) == Outcome(error: expected))
    #expect(server.requests.map(\.method) == ["GET", "POST"])
  }

  @Test func `a closed port refuses connections`() async throws {
    let server = try LoopbackServer { _ in .hangUp }
    server.close()
    for await _ in server.events {}
    let services = try HTTPServices(of: server)
    #expect(await outcome(of: services.balance()) == Outcome(error: .connectionRefused))
  }

  @Test func `a host without an address is unknown`() async throws {
    let services = try HTTPServices(of: "http://backend.invalid")
    #expect(await outcome(of: services.balance()) == Outcome(error: .unknownHost))
  }

  @Test func `a server that does not speak TLS has no secure connection`() async throws {
    let server = try LoopbackServer { _ in .hangUp }
    defer { server.close() }
    let services = try HTTPServices(of: "https://127.0.0.1:\(server.port)")
    #expect(await outcome(of: services.balance()) == Outcome(error: .noSecureConnection))
  }

  @Test func `a URL may be written in capitals`() async throws {
    let server = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { server.close() }
    let services = try HTTPServices(of: "HTTP://LOCALHOST:\(server.port)/API")
    #expect(await outcome(of: services.balance()).value != nil)
    #expect(server.requests.map(\.target) == ["/API/balance"])
  }

  @Test(arguments: [6, 40])
  func `requests that hang do not delay another`(count: Int) async throws {
    let server = try LoopbackServer { request in
      request.target == "/balance" ? .response(.json(Self.good)) : .held(Gate(), then: .hangUp)
    }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let hanging = (0..<count).map { _ in Recording(services.product(id: "wand")) }
    for _ in 0..<count { _ = await server.next { if case .received(let request) = $0 { request } else { nil } } }
    #expect(await outcome(of: services.balance()).value != nil)
    #expect(hanging.allSatisfy { !$0.soFar.isComplete })
    for recording in hanging { recording.cancel() }
  }

  @Test func `more requests than Dispatch has threads are all answered`() async throws {
    let server = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let recordings = (0..<400).map { _ in Recording(services.balance()) }
    for recording in recordings { #expect(await recording.outcome.error == nil) }
  }

  @Test("a body may be as long as the bound, and no byte longer", arguments: [0, 1])
  func bound(excess: Int) async throws {
    let padding = String(repeating: " ", count: HTTPServices.maximumBody - Self.good.utf8.count + excess)
    let outcome = try await balance(.response(.json(Self.good + padding)))
    #expect(outcome.error == (excess == 0 ? nil : .tooLarge))
    #expect(outcome.values.count == 1 - excess)
  }

  @Test("a redirection to another host is refused before that host hears of it", arguments: [301, 302, 303, 307, 308])
  func foreignRedirect(status: Int) async throws {
    let stranger = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { stranger.close() }
    let url = stranger.url + "/balance"
    #expect(try await balance(.response(.redirect(to: url, status: status))).error == .status(status))
    #expect(stranger.requests.isEmpty)
  }

  @Test("a redirection within the host is followed")
  func ownRedirect() async throws {
    let server = try LoopbackServer { request in
      request.target == "/balance"
        ? .response(.redirect(to: "/v2/balance")) : .response(.json(Self.good))
    }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    #expect(await outcome(of: services.balance()).value?.value == (try Money("1234.56")))
    #expect(server.requests.map(\.target) == ["/balance", "/v2/balance"])
  }

  @Test("a redirected account is neither a GET nor without its body", arguments: [301, 302, 303, 307, 308])
  func redirectWithBody(status: Int) async throws {
    let server = try LoopbackServer { _ in .response(.redirect(to: "/v2/accounts", status: status)) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let account = NewAccount(username: try Username("radagast"), password: Password("xyzzy"))
    #expect(try await outcome(of: services.createAccount(account, idempotencyKey: key("a"))).error == .status(status))
    #expect(server.requests.map(\.target) == ["/accounts"])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirected purchase never becomes a GET`(status: Int) async throws {
    let server = try LoopbackServer { request in
      request.target == "/products/wand/purchases"
        ? .response(.redirect(to: "/v2/purchases", status: status)) : .response(HTTPResponse(status: 500))
    }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let error = try await outcome(of: services.purchaseProduct(id: "wand", idempotencyKey: key("a"))).error
    let isKept = status == 307 || status == 308
    #expect(error == .status(isKept ? 500 : status))
    #expect(server.requests.map(\.method) == (isKept ? ["POST", "POST"] : ["POST"]))
    #expect(server.requests.allSatisfy { $0.header("Idempotency-Key") == "a" })
  }

  @Test func `redirections without end are given up`() async throws {
    let server = try LoopbackServer { _ in .response(.redirect(to: "/again")) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    #expect(await outcome(of: services.balance()).error == .status(302))
    #expect(server.requests.count == 11)
  }

  @Test("the contract's paths begin where the base URL ends", arguments: ["", "/", "/api", "/api/v1/"])
  func basePath(path: String) async throws {
    let server = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { server.close() }
    let services = try HTTPServices(of: server, path: path)
    #expect(await outcome(of: services.balance()).error == nil)
    let prefix = path.hasSuffix("/") ? String(path.dropLast()) : path
    #expect(server.requests.map(\.target) == [prefix + "/balance"])
  }

  @Test("a purchase whose answer was lost is not made again by the retry")
  func lostReceipt() async throws {
    let world = MockWorld(random: Counting())
    let endpoints = MockEndpoints(world: world)
    let first = Gate()
    let server = try LoopbackServer { request in
      let response = HTTPResponse(endpoints.reply(to: request))
      return first.isOpen ? .response(response) : .cutOff(response, after: 20)
    }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let purchase = try services.purchaseProduct(id: "wand", idempotencyKey: key("a"))
    #expect(await outcome(of: purchase).value == nil)
    first.open()
    #expect(await outcome(of: purchase).value?.id == "R-1")
    #expect(world.balance().value == (try Money("1035.56")))
    #expect(server.requests.map { $0.header("Idempotency-Key") } == ["a", "a"])
  }
}
