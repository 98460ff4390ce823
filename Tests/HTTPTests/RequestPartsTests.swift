import Descriptions
import ExpectSupport
import Foundation
import HTTPSupport
import RequestsSupport
import Streams
import Support
import Testing

@testable import HTTP

/// Queries, bodies and headers of requests, from a backend to the endpoints of a server on loopback and back.
@Suite(.timeLimit(.minutes(30))) struct RequestPartsTests {
  struct Filter: JSONRecord, Equatable {
    var words: [String]
    var years: [Int]?
    var limit: Int?

    static let record = Codec(Filter.init(words:years:limit:), \.words, \.years, \.limit)
  }

  struct Page: JSONRecord, Equatable {
    var text: String
    var version: EntityTag

    static let record = Codec(Page.init(text:version:), \.text, \.version)
  }

  struct Change: JSONRecord, Equatable {
    var id: String
    var unit: String
    var version: EntityTag?
    var lines: [City]

    static let record = Codec(Change.init(id:unit:version:lines:), \.id, \.unit, \.version, \.lines)
  }

  private static let routes = [
    HTTPRoute(.filter, "/filter?word={words}&format=short"),
    HTTPRoute(.one, "/one?name={text}"),
    HTTPRoute(.page, "/pages/{id}"),
    HTTPRoute(.change, "/pages/{id}?unit={unit}", method: .put, body: "lines"),
    HTTPRoute(.list, "/lists", method: .post, status: 201),
    HTTPRoute(.text, "/texts", method: .post),
  ]

  /// A server that answers with what it has read, and the second version of each page.
  private static let world = Backend.handlers([
    ServiceHandler(.filter) { "\($0.words) \($0.years ?? []) \($0.limit ?? 0)" },
    ServiceHandler(.one) { $0 },
    ServiceHandler(.page) { _ in Page(text: "old", version: try tag("\"2\"")) },
    ServiceHandler(.change) { change in
      guard change.version?.rawValue == "\"2\"" else {
        throw ServiceError.problem(status: 412, detail: "Somebody has changed the page.")
      }
      return Page(text: "\(change.id) \(change.unit) \(change.lines.map(\.name))", version: try tag("W/\"3\""))
    },
    ServiceHandler(.list) { $0.count },
    ServiceHandler(.text) { $0.map { $0 + "!" } },
  ])

  private static func tag(_ text: String) throws -> EntityTag { try #require(EntityTag(rawValue: text)) }

  private func withServer(_ body: (Backend, LoopbackServer) async throws -> Void) async throws {
    let endpoints = HTTPEndpoints(Self.world, routes: Self.routes)
    let server = try LoopbackServer { Answer(of: endpoints, to: $0) }
    defer { server.close() }
    try await body(Backend.http(at: server.url, routes: Self.routes), server)
  }

  @Test func `a list is an item of the query for each element`() async throws {
    try await withServer { backend, server in
      let filter = Filter(words: ["a b", "c&d=e", "ü"], years: [7, 8], limit: 5)
      let answer = await outcome(of: backend.answer(.filter, filter))
      expectEqual(answer.value, #"["a b", "c&d=e", "ü"] [7, 8] 5"#)
      await expectEqual(outcome(of: backend.answer(.filter, Filter(words: []))).value, "[] [] 0")
      expectEqual(
        server.requests.map(\.target),
        [
          "/filter?word=a%20b&word=c%26d%3De&word=%C3%BC&format=short&limit=5&years=7&years=8", "/filter?format=short",
        ])
    }
  }

  @Test func `an input without members may be in the query`() async throws {
    try await withServer { backend, server in
      await expectEqual(outcome(of: backend.answer(.one, "a/b?c")).value, "a/b?c")
      expectEqual(server.requests.map(\.target), ["/one?name=a%2Fb%3Fc"])
    }
  }

  @Test func `a body is any described value`() async throws {
    try await withServer { backend, server in
      await expectEqual(outcome(of: backend.answer(.list, [oslo, oslo])).value, 2)
      await expectEqual(outcome(of: backend.answer(.text, "tea")).value, "tea!")
      await expectEqual(outcome(of: backend.answer(.text, nil)), Outcome(values: [nil]))
      let change = Change(id: "7", unit: "mm", version: try Self.tag("\"2\""), lines: [oslo])
      await expectEqual(outcome(of: backend.answer(.change, change)).value?.text, #"7 mm ["Oslo"]"#)
      let city = #"{"country":"NO","name":"Oslo"}"#
      expectEqual(server.requests.map(\.bodyText), ["[\(city),\(city)]", #""tea""#, "null", "[\(city)]"])
      expectEqual(server.requests.last?.target, "/pages/7?unit=mm")
    }
  }

  @Test func `a version goes from an answer into the condition of a change`() async throws {
    try await withServer { backend, server in
      let page = try #require(await outcome(of: backend.answer(.page, "7")).value)
      expectEqual(page.version.rawValue, "\"2\"")
      let change = Change(id: "7", unit: "mm", version: page.version, lines: [])
      let changed = try #require(await outcome(of: backend.answer(.change, change)).value)
      expectEqual(changed.version.rawValue, "W/\"3\"")
      let late = Change(id: "7", unit: "mm", version: changed.version, lines: [])
      let expected = ServiceError.problem(status: 412, detail: "Somebody has changed the page.")
      await expectEqual(outcome(of: backend.answer(.change, late)), Outcome(error: expected))
      let blind = Change(id: "7", unit: "mm", lines: [])
      await expectEqual(outcome(of: backend.answer(.change, blind)), Outcome(error: expected))
      expectEqual(server.requests.map { $0.header("If-Match") }, [nil, "\"2\"", "W/\"3\"", nil])
    }
  }

  @Test(arguments: [nil, "", "2", "\"2", "W/2", "\"a\"b\"", "\"a b\""])
  func `an answer without its version cannot be understood`(tag: String?) async throws {
    let server = try LoopbackServer { _ in
      var headers = ["Content-Type": "application/json"]
      headers["ETag"] = tag
      // A version in the body is not the header's.
      return .response(HTTPResponse(status: 200, headers: headers, body: Array(#"{"text":"a"}"#.utf8)))
    }
    defer { server.close() }
    let backend = Backend.http(at: server.url, routes: Self.routes)
    await expectEqual(outcome(of: backend.answer(.page, "7")), Outcome(error: .decoding))
  }

  @Test(arguments: [
    (199, ServiceError.status(199)), (201, .decoding), (299, .decoding), (300, .status(300)), (400, .status(400)),
  ])
  func `refuses a status other than the expected one`(status: Int, error: ServiceError) throws {
    let reply = TransferReply(
      status: status, headers: [HTTPHeader(name: "Content-Type", value: "application/json")],
      body: Array(#"{"text":"a"}"#.utf8))
    #expect(throws: error) { try reply.json(expecting: 200, hiding: []) }
  }

  @Test func `a request only reads if it is a GET, or its operation says so`() throws {
    func readsOnly<Input, Answer>(
      _ operation: ServiceOperation<Input, Answer>, _ input: Input, _ path: String, _ method: HTTPRoute.Method
    ) throws -> Bool {
      let route = HTTPRoute(operation, path, method: method)
      guard case .operation(let form) = route.form else { return false }
      return try #require(form.call(input)).readsOnly
    }
    #expect(try readsOnly(.cities, (), "/cities", .get))
    #expect(try readsOnly(.list.effect(.reads), [oslo], "/search", .post))
    #expect(try !readsOnly(.list.effect(.repeatable), [oslo], "/search", .post))
    #expect(try !readsOnly(.report, Report(city: oslo, pass: Pass("a"), key: .example), "/reports", .post))
    #expect(try !readsOnly(.list, [oslo], "/lists", .post))
    #expect(try !readsOnly(.list, [oslo], "/lists", .put))
    #expect(try !readsOnly(.forget, oslo, "/cities/{name}", .delete))
  }

  @Test func `endpoints tell paths apart by the fixed items of their queries`() {
    let endpoints = HTTPEndpoints(Self.world, routes: Self.routes)
    func status(_ target: String) -> Int { endpoints.reply(to: HTTPRequest(method: "GET", target: target)).status }
    expectEqual(status("/filter?format=short"), 200)
    expectEqual(status("/filter?format=long"), 404)
    expectEqual(status("/filter"), 404)
  }

  @Test(.exitTest) func `stops the program for a body that the input does not fit`() async {
    await #expect(processExitsWith: .failure) { _ = HTTPRoute(.change, "/pages/{id}", method: .put, body: "lines") }
    await #expect(processExitsWith: .failure) {
      _ = HTTPRoute(.change, "/pages/{id}?unit={unit}", method: .put, body: "text")
    }
    await #expect(processExitsWith: .failure) { _ = HTTPRoute(.list, "/lists", method: .post, body: "a") }
    await #expect(processExitsWith: .failure) { _ = HTTPRoute(.filter, "/filter", body: "words") }
    await #expect(processExitsWith: .failure) { _ = HTTPRoute(.report, "/reports?pass={pass}", method: .post) }
  }

  @Test(.exitTest) func `names the route whose path does not fit the input`() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HTTPRoute(.change, "/pages/{page}", method: .put)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains(#"The route of "change": The input has no member "page" for the path."#))
  }
}

extension ServiceOperation<RequestPartsTests.Filter, String> {
  fileprivate static var filter: Self { Self("filter") }
}

extension ServiceOperation<String, String> {
  fileprivate static var one: Self { Self("one") }
}

extension ServiceOperation<String, RequestPartsTests.Page> {
  fileprivate static var page: Self { Self("page") }
}

extension ServiceOperation<RequestPartsTests.Change, RequestPartsTests.Page> {
  fileprivate static var change: Self { Self("change") }
}

extension ServiceOperation<[City], Int> {
  fileprivate static var list: Self { Self("list") }
}

extension ServiceOperation<String?, String?> {
  fileprivate static var text: Self { Self("text") }
}
