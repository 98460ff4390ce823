#if os(Linux)
  import HTTPSupport
  import Descriptions
  import ExpectSupport
  import Foundation
  import JSON
  import RequestsSupport
  import Streams
  import Support
  import Testing

  @testable import HTTP

  private struct Thing: JSONRecord, Hashable {
    var id: String

    static let record = Codec(Thing.init(id:), \.id)
  }

  private struct Drawer: JSONRecord, Hashable {
    var thing: String?
    var number: Int

    static let record = Codec(Drawer.init(thing:number:), \.thing, \.number)
  }

  extension ServiceOperation<Thing, Thing> {
    fileprivate static var thing: Self { Self("thing").effect(.reads) }
    fileprivate static var throwAway: Self { Self("throwAway").effect(.changes) }
  }

  extension ServiceOperation<String, Thing> {
    fileprivate static var named: Self { Self("named").effect(.reads) }
  }

  extension ServiceOperation<Drawer, Thing> {
    fileprivate static var drawer: Self { Self("drawer").effect(.reads) }
  }

  private struct Ledger: JSONRecord, Hashable {
    var id: Int64
    var total: Int

    static let record = Codec(Ledger.init(id:total:), \.id, \.total)
  }

  extension ServiceOperation<Ledger, Ledger> {
    fileprivate static var ledger: Self { Self("ledger").effect(.repeatable) }
    fileprivate static var book: Self { Self("book").effect(.repeatable) }
  }

  extension ServiceFeed<Thing, Line> {
    fileprivate static var things: Self { Self("things") }
  }

  private let routes = [
    HTTPRoute(.thing, "/things/{id}"), HTTPRoute(.throwAway, "/things/{id}", method: .delete),
    HTTPRoute(.named, "/named/{name}"), HTTPRoute(.drawer, "/drawers/{thing}/{number}"),
    HTTPRoute(.things, "/things/{id}/lines", reconnection: .never), HTTPRoute(.ledger, "/ledgers", method: .post),
    HTTPRoute(.book, "/ledgers/{id}", method: .put),
  ]

  /// A text, an identifier, an optional text as a part of a path.
  @Suite(.timeLimit(.minutes(30))) struct PathVariableTests {
    /// The message of a failure, and how many requests have reached the server.
    private func failure<Value: Sendable>(
      _ request: (Backend) -> AnyPublisher<Value, ServiceError>
    ) async throws -> (error: ServiceError?, count: Int) {
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(json(#"{"id":"1"}"#)) }
      }
      defer { server.close() }
      let outcome = await outcome(of: request(Backend.http(at: server.url, routes: routes)))
      return (outcome.error, server.requests.count)
    }

    @Test(arguments: ["", ".", ".."])
    func `is refused before it is sent, if it would make another path`(text: String) async throws {
      let sentence =
        text.isEmpty
        ? "is not sent: \"id\" is empty, and it is a part of the address."
        : "is not sent: \"id\" is only dots, and it is a part of the address."
      let deleted = try await failure { $0.answer(.throwAway, Thing(id: text)) }
      #expect(deleted.count == 0 && deleted.error?.message == "\"throwAway\" \(sentence)", "\(deleted)")
      #expect(deleted.error?.mayHaveBeenCarriedOut == false && deleted.error?.isDefinite == true)
      let read = try await failure { $0.answer(.thing, Thing(id: text)) }
      #expect(read.count == 0 && read.error?.message == "\"thing\" \(sentence)", "\(read)")
      let followed = try await failure { $0.follow(.things, Thing(id: text)) }
      #expect(followed.count == 0 && followed.error?.message == "\"things\" \(sentence)", "\(followed)")
      let named = try await failure { $0.answer(.named, text) }
      #expect(named.count == 0 && named.error?.message.hasPrefix("\"named\" is not sent: \"name\"") == true, "\(named)")
      let optional = try await failure { $0.answer(.drawer, Drawer(thing: text, number: 1)) }
      #expect(optional.count == 0 && optional.error?.message.hasPrefix("\"drawer\" is not sent: \"thing\"") == true)
    }

    @Test func `is refused by name if it is missing`() async throws {
      let missing = try await failure { $0.answer(.drawer, Drawer(thing: nil, number: 1)) }
      expectEqual(missing.count, 0)
      expectEqual(
        missing.error?.message, "\"drawer\" is not sent: \"thing\" is empty, and it is a part of the address.")
    }

    @Test(arguments: ["...", " ", "a/..", "..a", "%2e%2e", "0"])
    func `is sent if it is a part of its own`(text: String) async throws {
      let sent = try await failure { $0.answer(.thing, Thing(id: text)) }
      #expect(sent.count == 1 && sent.error == nil, "\(sent)")
    }
  }

  private func json(_ body: String, _ headers: String = "") -> [UInt8] {
    reply(body, headers: "Content-Type: application/json\r\n" + headers)
  }

  /// What gzip makes of a text.
  private func gzip(_ text: String) throws -> [UInt8] {
    let code = "import sys,gzip; sys.stdout.buffer.write(gzip.compress(eval(sys.argv[1])))"
    let output = Pipe()
    let process = try ChildProcess("python3", ["-c", code, text], .pipes(input: Pipe(), output: output, errors: nil))
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    _ = process.end()
    return Array(bytes)
  }

  /// Integers that JSON does not carry exactly everywhere.
  @Suite(.timeLimit(.minutes(30))) struct LongIntegerTests {
    private let ledger = Ledger(id: .max, total: -9_007_199_254_740_993)

    @Test func `go to a server and come from it as numbers with all their digits`() async throws {
      let server = try RawServer { connection in
        while let request = connection.request() { connection.send(json(request.bodyText)) }
      }
      defer { server.close() }
      let backend = Backend.http(at: server.url, routes: routes)
      await expectEqual(outcome(of: backend.answer(.ledger, ledger)).value, ledger)
      let body = #"{"id":9223372036854775807,"total":-9007199254740993}"#
      expectEqual(server.requests.first?.bodyText, body)
      _ = await outcome(of: backend.answer(.book, ledger))
      expectEqual(server.requests.last?.target, "/ledgers/9223372036854775807")
    }

    @Test func `are read by the endpoints of a server`() async throws {
      let world = Backend.handlers([ServiceHandler(.ledger) { $0 }, ServiceHandler(.book) { $0 }])
      let endpoints = HTTPEndpoints(world, routes: routes)
      let server = try LoopbackServer { Answer(of: endpoints, to: $0) }
      defer { server.close() }
      let backend = Backend.http(at: server.url, routes: routes)
      await expectEqual(outcome(of: backend.answer(.ledger, ledger)).value, ledger)
      await expectEqual(outcome(of: backend.answer(.book, ledger)).value, ledger)
    }

    @Test(
      arguments: [
        ("0", 0), ("-9007199254740991", -9_007_199_254_740_991), ("9007199254740992", nil),
        ("\"9007199254740992\"", 9_007_199_254_740_992), ("\"-9223372036854775808\"", .min), ("\"7\"", nil),
        ("\"9223372036854775808\"", nil), ("\"09007199254740992\"", nil), ("9.5", nil), ("\"\"", nil),
      ] as [(String, Int64?)])
    func `are strings elsewhere, and are read as they are written`(text: String, number: Int64?) throws {
      try expectEqual(Int64(JSONText(scanning: text.utf8)), number)
      try expectEqual(Int(JSONText(scanning: text.utf8)), number.map(Int.init))
      guard let number else { return }
      expectEqual(String(decoding: number.json, as: UTF8.self), text)
      expectEqual(String(decoding: Int(number).json, as: UTF8.self), text)
    }

    @Test func `are described as such`() {
      expectEqual(Int64.schema, ["type": ["integer", "string"], "pattern": "^-?[0-9]+$"])
      expectEqual(Int.schema, ["type": "integer"])
    }
  }

  /// What a server may send in place of plain `application/json`.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct ReplyKindsTests {
    private func outcome(_ bytes: [UInt8]) async throws -> Outcome<Thing> {
      let server = try RawServer { connection in
        while connection.request() != nil { connection.send(bytes) }
      }
      defer { server.close() }
      return await RequestsSupport.outcome(
        of: Backend.http(at: server.url, routes: routes).answer(.thing, Thing(id: "1")))
    }

    @Test(arguments: [
      "application/vnd.api+json", "application/hal+json; charset=utf-8", "Application/LD+JSON", "application/json",
    ])
    func `each type of JSON is JSON`(type: String) async throws {
      try await expectEqual(
        outcome(reply(#"{"id":"7"}"#, headers: "Content-Type: \(type)\r\n")).value, Thing(id: "7"))
    }

    @Test(arguments: ["text/json+html", "application/problem+json", "text/html", "application/jsonx"])
    func `another type is none`(type: String) async throws {
      try await expectEqual(
        outcome(reply(#"{"id":"7"}"#, headers: "Content-Type: \(type)\r\n")).error, .decoding)
    }

    private func compressed(_ text: String, _ headers: String = "", status: String = "200 OK") throws -> [UInt8] {
      let body = try gzip(text)
      let head = "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\(headers)"
      return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    @Test func `a body that is compressed in spite of the request is decoded`() async throws {
      try await expectEqual(outcome(compressed(#"b'{"id":"7"}'"#)).value, Thing(id: "7"))
      let problem = try gzip(#"b'{"detail":"Closed."}'"#)
      let head =
        "HTTP/1.1 403 No\r\nContent-Type: application/problem+json\r\nContent-Encoding: gzip\r\n"
        + "Content-Length: \(problem.count)\r\n\r\n"
      try await expectEqual(outcome(Array(head.utf8) + problem).error, .problem(status: 403, detail: "Closed."))
    }

    @Test func `a body that inflates without end is refused at the limit`() async throws {
      try await expectEqual(outcome(compressed("b' '*(1<<20)+b'{}'")).error, .tooLarge)
      try await expectEqual(outcome(compressed("b'0'*(30<<20)")).error, .tooLarge)
    }

    @Test func `a body that is damaged, or of another coding, is no answer`() async throws {
      let text = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
      try await expectEqual(
        outcome(Array((text + "Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n{\"id\":\"7\"}").utf8)).error,
        .decoding)
      try await expectEqual(
        outcome(Array((text + "Content-Encoding: rot13\r\nContent-Length: 10\r\n\r\n{\"id\":\"7\"}").utf8)).error,
        .decoding)
    }

    @Test func `a feed that is compressed is decoded, and its bounds are those of what it says`() async throws {
      let bytes = try gzip(#"b'data: {"number":1}\n\ndata: ' + b'x'*(1<<20) + b'\n\ndata: {"number":2}\n\n'"#)
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"
        connection.send(Array("\(head)Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
      }
      defer { server.close() }
      let backend = Backend.http(at: server.url, routes: routes)
      let events = await RequestsSupport.outcome(of: backend.follow(.things.skippingUnreadable(), Thing(id: "1")))
      expectEqual(events.values.compactMap(\.element).map(\.number), [1, 2])
    }

    @Test func `a feed waits for a server that is too early`() async throws {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send(
          connection.number == 1
            ? "HTTP/1.1 425 Too Early\r\nContent-Length: 0\r\n\r\n" : "HTTP/1.1 204 No Content\r\n\r\n")
      }
      defer { server.close() }
      let route = HTTPRoute(
        .things, "/{id}", reconnection: FeedReconnection(first: .milliseconds(1), longest: .milliseconds(1)))
      let events = await RequestsSupport.outcome(
        of: Backend.http(at: server.url, routes: [route]).follow(.things, Thing(id: "1")))
      #expect(events.error == nil)
      expectEqual(server.requests.count, 2)
    }

    @Test(arguments: 1...20)
    func `what a server says in the middle of a body is read, however it ends the connection`(round: Int) async throws {
      let server = try RawServer { connection in
        // A part of the request, and no more.
        for _ in 1...round { guard connection.bytes() != nil else { return } }
        connection.send(
          "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
            + "Content-Length: 24\r\n\r\n{\"detail\":\"Too large..\"}")
        connection.resetAtEnd()
      }
      defer { server.close() }
      let body = [UInt8](repeating: 32, count: 4 << 20)
      let outcome = await send(.to(server, "POST", body: body))
      expectEqual((try? outcome.get())?.status, 413)
      expectEqual(outcome.body, "{\"detail\":\"Too large..\"}")
    }
  }

  /// Requests that change something, whose answer is lost.
  @Suite(.timeLimit(.minutes(30))) struct LostAnswerTests {
    @Test func `a change says that it may have been carried out, and what asking again does`() async throws {
      let server = try RawServer { connection in
        _ = connection.request()
      }
      defer { server.close() }
      let backend = Backend.http(at: server.url, routes: routes)
      await expectEqual(
        outcome(of: backend.answer(.throwAway, Thing(id: "1"))).error?.message,
        "The answer was lost. It may have been carried out. Asking again may carry it out twice.")
      await expectEqual(
        outcome(of: backend.answer(.thing, Thing(id: "1"))).error?.message, "The backend cannot be reached.")
    }
  }
#endif
