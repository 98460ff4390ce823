import ExpectSupport
import Foundation
import HTTP
import HTTPSupport
import Models
import Requests
import RequestsSupport
import Services
import Support
import Testing

@Suite(.timeLimit(.minutes(30))) struct HTTPBackendTests {
  private func balance(_ answer: Answer) async throws -> Outcome<Balance> {
    let server = try LoopbackServer { _ in answer }
    defer { server.close() }
    let services = try AllServices(of: server)
    return await outcome(of: services.balance())
  }

  private static let good = #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"1234.56","currency":"USD"}}"#

  @Test(arguments: [400, 401, 404, 500, 503])
  func `an error without a problem document is its status`(status: Int) async throws {
    try await expectEqual(balance(.response(HTTPResponse(status: status))).error, .status(status))
    try await expectEqual(balance(.response(.json(Self.good, status: status))).error, .status(status))
    try await expectEqual(balance(.response(.problem("}", status: status))).error, .status(status))
    try await expectEqual(balance(.response(.problem("{}", status: status))).error, .status(status))
    try await expectEqual(balance(.response(.problem(#"{"detail":" "}"#, status: status))).error, .status(status))
  }

  @Test(arguments: [#"Basic realm="bank""#, "Basic", #"Digest realm="bank", nonce="1""#, "Bearer", "Negotiate"])
  func `a request for authentication is an error at once`(scheme: String) async throws {
    let headers = ["WWW-Authenticate": scheme]
    try await expectEqual(balance(.response(HTTPResponse(status: 401, headers: headers))).error, .status(401))
    var problem = HTTPResponse.problem(#"{"detail":"Log in."}"#, status: 401)
    problem.headers.merge(headers) { $1 }
    try await expectEqual(balance(.response(problem)).error, .problem(status: 401, detail: "Log in."))
  }

  @Test(arguments: [
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
  func `a problem document is the message for the user`(json: String, detail: String) async throws {
    try await expectEqual(balance(.response(.problem(json, status: 503))).error, .problem(status: 503, detail: detail))
    let type = "Application/Problem+JSON; charset=utf-8"
    try await expectEqual(
      balance(.response(.json(json, status: 422, type: type))).error, .problem(status: 422, detail: detail))
  }

  @Test(arguments: [
    "", "<html>", "[]", "{}", #"{"value":1234.56,"date":"2026-11-21T15:04:05Z"}"#,
    #"{"value":{"amount":"1","currency":"USD"},"date":1795273445}"#,
    #"{"value":{"amount":"1","currency":"USD"},"date":"yesterday"}"#,
    #"{"value":{"amount":"tuppence","currency":"USD"},"date":"2026-11-21T15:04:05Z"}"#,
    #"{"value":{"amount":"1","currency":"pence"},"date":"2026-11-21T15:04:05Z"}"#,
    #"{"value":{"amount":"1","currency":"USD"}"#,
  ])
  func `an answer that violates the contract cannot be understood`(json: String) async throws {
    try await expectEqual(balance(.response(.json(json))).error, .decoding)
  }

  @Test func `an empty 2xx answer cannot be understood`() async throws {
    try await expectEqual(balance(.response(HTTPResponse(status: 204))).error, .decoding)
  }

  @Test(arguments: [201, 202, 204, 205, 206, 299])
  func `another status than the contract's cannot be understood`(status: Int) async throws {
    try await expectEqual(balance(.response(.json(Self.good, status: status))).error, .decoding)
  }

  @Test(arguments: ["image/png", "text/html", "application/problem+json", "application/jsonp", "json", ""])
  func `another media type cannot be understood`(type: String) async throws {
    try await expectEqual(balance(.response(.json(Self.good, type: type))).error, .decoding)
  }

  @Test(arguments: ["application/json", "Application/JSON; charset=utf-8", "application/json ;a=b"])
  func `a media type may have parameters`(type: String) async throws {
    #expect(try await balance(.response(.json(Self.good, type: type))).value != nil)
  }

  @Test(arguments: [
    #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"1","currency":"USD"},"date":"2026-11-21T15:04:05Z"}"#,
    #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"1","currency":"USD","\u0061mount":"2"}}"#,
    #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"1","currency":"USD"},"x":[{"y":1,"y":1}]}"#,
  ])
  func `two equal keys cannot be understood`(json: String) async throws {
    try await expectEqual(balance(.response(.json(json))).error, .decoding)
    let problem = #"{"detail":"a","x":\#(json)}"#
    try await expectEqual(balance(.response(.problem(problem, status: 503))).error, .status(503))
  }

  @Test func `looser notations are understood`() async throws {
    let json = #"{"extra":[1],"date":"2026-11-21 16:04:05 +0100","value":{"amount":1234.56,"currency":"USD"}}"#
    let expected = Balance(value: try Money("1234.56"), date: Date(timeIntervalSince1970: 1_795_273_445))
    try await expectEqual(balance(.response(.json(json))), Outcome(values: [expected]))
  }

  @Test(arguments: [0, 10, 70])
  func `a connection that breaks is a failed transport`(length: Int) async throws {
    let outcome = try await balance(.cutOff(.json(Self.good), after: length))
    guard outcome.error?.code == .transport else {
      Issue.record("not a failed transport: \(outcome)")
      return
    }
  }

  @Test func `a connection that ends without a byte is a failed transport`() async throws {
    let outcome = try await balance(.hangUp)
    guard outcome.error?.code == .transport else {
      Issue.record("not a failed transport: \(outcome)")
      return
    }
  }

  @Test(
    arguments: [
      "220 smtp ready\r\n", "\0\u{FF}\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}", "HTTP/1.1 9999999 OK\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    ])
  func `an answer that violates HTTP cannot be understood`(text: String) async throws {
    try await expectEqual(balance(.garbage(Array(text.utf8))).error, .decoding)
  }

  @Test func `a persistent connection that breaks is a failed transport`() async throws {
    let server = try LoopbackServer { request in
      request.method == "GET" ? .response(.json(#"{"username":"radagast","available":true}"#)) : .hangUp
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    let name = try Username("radagast")
    #expect(await outcome(of: services.usernameAvailable(name)).value == true)
    let account = NewAccount(username: name, password: Password("xyzzy"))
    let expected = ServiceError.transport(code: NSURLErrorNetworkConnectionLost)
    try await expectEqual(
      outcome(of: services.createAccount(account, idempotencyKey: key("a"))), Outcome(error: expected))
    expectEqual(server.requests.map(\.method), ["GET", "POST"])
  }

  @Test func `a closed port refuses connections`() async throws {
    let port = try ClosedPort()
    let services = try AllServices(of: port.url)
    await expectEqual(outcome(of: services.balance()), Outcome(error: .connectionRefused))
    withExtendedLifetime(port) {}
  }

  @Test func `a host without an address is unknown`() async throws {
    let services = try AllServices(of: "http://backend.invalid")
    await expectEqual(outcome(of: services.balance()), Outcome(error: .unknownHost))
  }

  @Test func `a server on IPv6 answers`() async throws {
    let server = try RawServer(isIPv6: true) { connection in
      while connection.request() != nil {
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(Self.good.utf8.count)\r\n\r\n"
        connection.send(head + Self.good)
      }
    }
    defer { server.close() }
    #expect(server.url.hasPrefix("http://[::1]:"))
    let services = try AllServices(of: server.url)
    #expect(await outcome(of: services.balance()).value != nil)
    expectEqual(server.requests.first?.header("Host"), "[::1]:\(server.port)")
  }

  @Test(arguments: ["ftp://127.0.0.1", "http://127.0.0.1?a=b", "http://127.0.0.1#a", "http:///a", "mock"])
  func `another URL than that of a server is a failed transport`(url: String) async throws {
    let expected = ServiceError.transport(code: NSURLErrorBadURL)
    await expectEqual(outcome(of: try AllServices(of: url).balance()), Outcome(error: expected))
  }

  @Test func `a server that does not speak TLS has no secure connection`() async throws {
    let server = try LoopbackServer { _ in .hangUp }
    defer { server.close() }
    let services = try AllServices(of: "https://127.0.0.1:\(server.port)")
    await expectEqual(outcome(of: services.balance()), Outcome(error: .noSecureConnection(.notTLS)))
  }

  @Test func `a URL may have capitals`() async throws {
    let server = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { server.close() }
    let services = try AllServices(of: "HTTP://LOCALHOST:\(server.port)/API")
    #expect(await outcome(of: services.balance()).value != nil)
    expectEqual(server.requests.map(\.target), ["/API/balance"])
  }

  @Test(arguments: [6, 40])
  func `requests that hang do not delay another`(count: Int) async throws {
    let server = try LoopbackServer { request in
      request.target == "/balance" ? .response(.json(Self.good)) : .held(Gate(), then: .hangUp)
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    let hanging = (0..<count).map { _ in Recording(services.product(id: "wand")) }
    for _ in 0..<count { _ = await server.nextRequest() }
    #expect(await outcome(of: services.balance()).value != nil)
    #expect(hanging.allSatisfy { !$0.soFar.isComplete })
    for recording in hanging { recording.cancel() }
  }

  @Test func `more requests than Dispatch has threads are all answered`() async throws {
    let server = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { server.close() }
    let services = try AllServices(of: server)
    let recordings = (0..<300).map { _ in Recording(services.balance()) }
    for recording in recordings { #expect(await recording.outcome.error == nil) }
  }

  @Test(arguments: [0, 1])
  func `a body may be as long as the bound, and not longer`(excess: Int) async throws {
    let padding = String(repeating: " ", count: ServerConnection.maximumBody - Self.good.utf8.count + excess)
    let outcome = try await balance(.response(.json(Self.good + padding)))
    #expect(outcome.error == (excess == 0 ? nil : .tooLarge))
    expectEqual(outcome.values.count, 1 - excess)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirection to another host is refused`(status: Int) async throws {
    let stranger = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { stranger.close() }
    let url = stranger.url + "/balance"
    try await expectEqual(balance(.response(.redirect(to: url, status: status))).error, .status(status))
    #expect(stranger.requests.isEmpty)
  }

  @Test func `a redirection within the host is followed`() async throws {
    let server = try LoopbackServer { request in
      switch request.target {
      case "/balance": .response(.redirect(to: "v1/../v2/a%20b?c=d"))
      case "/v2/a%20b?c=d": .response(.redirect(to: "//\(request.header("Host") ?? "")/v3/balance#part", status: 308))
      default: .response(.json(Self.good))
      }
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    #expect(await outcome(of: services.balance()).value?.value == (try Money("1234.56")))
    expectEqual(server.requests.map(\.target), ["/balance", "/v2/a%20b?c=d", "/v3/balance"])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirected account is neither a GET nor without a body`(status: Int) async throws {
    let server = try LoopbackServer { _ in .response(.redirect(to: "/v2/accounts", status: status)) }
    defer { server.close() }
    let services = try AllServices(of: server)
    let account = NewAccount(username: try Username("radagast"), password: Password("xyzzy"))
    try await expectEqual(outcome(of: services.createAccount(account, idempotencyKey: key("a"))).error, .status(status))
    expectEqual(server.requests.map(\.target), ["/accounts"])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirected purchase is not sent again`(status: Int) async throws {
    let server = try LoopbackServer { _ in .response(.redirect(to: "/v2/purchases", status: status)) }
    defer { server.close() }
    let services = try AllServices(of: server)
    let error = try await outcome(of: services.purchaseProduct(id: "wand", idempotencyKey: key("a"))).error
    expectEqual(error, .status(status))
    expectEqual(server.requests.map(\.target), ["/products/wand/purchases"])
  }

  @Test(arguments: [
    "//localhost/balance", "https://127.0.0.1/balance", "ftp://127.0.0.1/balance", "file:///etc/passwd",
    "http://127.0.0.1:1/balance", "http://user@127.0.0.1/balance", "javascript:0", "http://", "", "http://[",
  ])
  func `a redirection to another origin is refused`(location: String) async throws {
    let server = try LoopbackServer { request in
      guard let port = request.header("Host")?.split(separator: ":").last else { return .hangUp }
      return .response(.redirect(to: location.replacing("127.0.0.1/", with: "127.0.0.1:\(port)/")))
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    await expectEqual(outcome(of: services.balance()).error, .status(302))
    #expect(Set(server.requests.map(\.target)).isSubset(of: ["/balance", "/"]))
  }

  @Test(arguments: [300, 304, 305, 306])
  func `another status of a redirection is a failure`(status: Int) async throws {
    try await expectEqual(balance(.response(.redirect(to: "/v2", status: status))).error, .status(status))
  }

  @Test func `endless redirections are refused`() async throws {
    let server = try LoopbackServer { _ in .response(.redirect(to: "/again")) }
    defer { server.close() }
    let services = try AllServices(of: server)
    await expectEqual(outcome(of: services.balance()).error, .status(302))
    expectEqual(server.requests.count, 6)
  }

  @Test(arguments: ["", "/", "/api", "/api/v1/"])
  func `the contract's paths follow the path of the base URL`(path: String) async throws {
    let server = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { server.close() }
    let services = try AllServices(of: server, path: path)
    #expect(await outcome(of: services.balance()).error == nil)
    let prefix = path.hasSuffix("/") ? String(path.dropLast()) : path
    expectEqual(server.requests.map(\.target), [prefix + "/balance"])
  }

  @Test func `a retry after a lost answer does not buy again`() async throws {
    let world = MockWorld(random: CountingGenerator(step: 1 << 24))
    let endpoints = HTTPEndpoints(Backend.mock(world: world), routes: HTTPRoute.services)
    let first = Gate()
    let server = try LoopbackServer { request in
      let answer = Answer(of: endpoints, to: request)
      guard !first.isOpen, case .response(let response) = answer else { return answer }
      return .cutOff(response, after: 20)
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    let purchase = try services.purchaseProduct(id: "wand", idempotencyKey: key("a"))
    #expect(await outcome(of: purchase).value == nil)
    first.open()
    await expectEqual(outcome(of: purchase).value?.id, "R-1")
    #expect(world.balance().value == (try Money("1035.56")))
    expectEqual(server.requests.map { $0.header("Idempotency-Key") }, ["a", "a"])
  }

  @Test func `an answer that a proxy has changed is an answer`() async throws {
    #expect(try await balance(.response(.json(Self.good, status: 203))).value != nil)
    let (status, json) = (203, #"{"username":"radagast"}"#)
    let server = try LoopbackServer { _ in .response(.json(json, status: status)) }
    defer { server.close() }
    let account = NewAccount(username: try Username("radagast"), password: Password("xyzzy"))
    // The proxy changes 200 to 203, and the contract's status is 201.
    let services = try AllServices(of: server)
    try await expectEqual(outcome(of: services.createAccount(account, idempotencyKey: key("a"))).error, .decoding)
  }

  @Test func `a byte order mark before JSON is ignored`() async throws {
    let mark = "\u{FEFF}"
    #expect(try await balance(.response(.json(mark + Self.good))).value != nil)
    try await expectEqual(balance(.response(.json(mark + mark + Self.good))).error, .decoding)
    try await expectEqual(balance(.response(.json(Self.good + mark))).error, .decoding)
    try await expectEqual(balance(.response(.json(mark))).error, .decoding)
    let problem = HTTPResponse.problem(mark + #"{"detail":"Try later."}"#, status: 503)
    try await expectEqual(balance(.response(problem)).error, .problem(status: 503, detail: "Try later."))
  }

  @Test func `a purchase whose receipt has a byte order mark is booked once, and shown`() async throws {
    let world = MockWorld(random: CountingGenerator(step: 1 << 24))
    let endpoints = HTTPEndpoints(Backend.mock(world: world), routes: HTTPRoute.services)
    let server = try LoopbackServer { request in
      guard case .response(var response) = Answer(of: endpoints, to: request) else { return .hangUp }
      response.body = [0xEF, 0xBB, 0xBF] + response.body
      return .response(response)
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    for _ in 0..<3 {
      let receipt = await outcome(of: services.purchaseProduct(id: "wand", idempotencyKey: try key("a"))).value
      expectEqual(receipt?.id, "R-1")
    }
    #expect(world.balance().value == (try Money("1035.56")))
  }

  @Test func `a folded header is a header`() async throws {
    let text = """
      HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Type: application/json;\r\n\tcharset=utf-8\r\n\
      Content-Length: \(Self.good.utf8.count)\r\n\r\n\(Self.good)
      """
    #expect(try await balance(.garbage(Array(text.utf8))).value != nil)
  }

  @Test func `two different media types cannot be understood`() async throws {
    for types in [["application/json", "text/html"], ["text/html", "application/json"]] {
      let text = """
        HTTP/1.1 200 OK\r\nContent-Type: \(types[0])\r\nContent-Type: \(types[1])\r\n\
        Content-Length: \(Self.good.utf8.count)\r\n\r\n\(Self.good)
        """
      try await expectEqual(balance(.garbage(Array(text.utf8))).error, .decoding)
    }
  }

  // MARK: Escapes

  /// Parts of a path and of a query, as a server writes them and as they are sent.
  private static let parts = [
    ("a", "a"), ("%20", "%20"), (" ", "%20"), ("%2F", "%2F"), ("%2f", "%2f"), ("é", "%C3%A9"), ("%C3%A9", "%C3%A9"),
    ("|", "%7C"), ("+", "+"), ("%2B", "%2B"), ("%", "%25"), ("%z", "%25z"), ("\"", "%22"), ("[", "%5B"),
    ("😀", "%F0%9F%98%80"),
    ("&", "&"), ("=", "="), (":", ":"), ("~", "~"), ("^", "%5E"), ("{", "%7B"), ("\\", "%5C"), ("%25", "%25"),
  ]

  @Test func `the escapes in a redirection stay, and each other character gets its own`() async throws {
    var generator = SeededGenerator(seed: 40)
    for _ in 0..<60 {
      func text(_ count: Int) -> (String, String) {
        let parts = (0..<count).map { _ in Self.parts.randomElement(using: &generator)! }

        return (parts.map(\.0).joined(separator: "_"), parts.map(\.1).joined(separator: "_"))
      }
      let (path, query) = (text(4), text(5))
      let server = try LoopbackServer { request in
        request.target == "/balance"
          ? .response(.redirect(to: "/v2/\(path.0)?sig=\(query.0)_")) : .response(.json(Self.good))
      }
      defer { server.close() }
      #expect(await outcome(of: try AllServices(of: server).balance()).value != nil)
      expectEqual(server.requests.last?.target, "/v2/\(path.1)?sig=\(query.1)_")
    }
  }
}
