import Descriptions
import ExpectSupport
import Foundation
import HTTP
import HTTPSupport
import RequestsSupport
import Streams
import Support
import Testing

/// The two sides of routes: what a backend sends to a server on loopback, and what the endpoints make of it.
@Suite(.timeLimit(.minutes(30))) struct HTTPRouteTests {
  struct Search: JSONRecord, Equatable {
    var text: String
    var limit: Int?
    var exact: Bool

    static let record = Codec(Search.init(text:limit:exact:), \.text, \.limit, \.exact)
  }

  private static let routes = [
    HTTPRoute(.weather, "/weather/{name}") { city, weather in
      guard weather.degrees > -274 else { throw ServiceError.decoding }
      return weather
    },
    HTTPRoute(.report, "/reports", method: .post, status: 201),
    HTTPRoute(.cities, "/cities"),
    HTTPRoute(.forget, "/cities/{name}", method: .delete),
    HTTPRoute(.search, "/search") { (search, found: [City]) in
      found.count
    } reply: { search, count in
      Array(repeating: City(name: search.text), count: count)
    },
    HTTPRoute(.letter, "/letters/{number}"),
  ]

  /// A server with the routes, whose backend is the station.
  private func withServer(
    _ base: Backend = station, _ body: (Backend, LoopbackServer) async throws -> Void
  ) async throws {
    let backend = Backend.handlers(
      [
        ServiceHandler(.search) { $0 == Search(text: "a b/ü", limit: nil, exact: true) ? 2 : 0 },
        ServiceHandler(.letter) { String(repeating: "x", count: $0) },
      ], otherwise: base)
    let endpoints = HTTPEndpoints(backend, routes: Self.routes)
    let server = try LoopbackServer { Answer(of: endpoints, to: $0) }
    defer { server.close() }
    try await body(Backend.http(at: server.url, routes: Self.routes), server)
  }

  @Test func `sends an input in its path and query, and reads the answer`() async throws {
    try await withServer { backend, server in
      await expectEqual(outcome(of: backend.answer(.weather, oslo)), Outcome(values: [rain]))
      await expectEqual(outcome(of: backend.answer(.cities)), Outcome(values: [[oslo]]))
      await expectEqual(outcome(of: backend.answer(.letter, 3)), Outcome(values: ["xxx"]))
      await expectEqual(
        outcome(of: backend.answer(.forget, oslo).map { 1 }.eraseToAnyPublisher()), Outcome(values: [1]))
      let targets = server.requests.map { "\($0.method) \($0.target)" }
      expectEqual(
        targets, ["GET /weather/Oslo?country=NO", "GET /cities", "GET /letters/3", "DELETE /cities/Oslo?country=NO"])
    }
  }

  @Test func `sends what is not in the path as a body, and a key as a header`() async throws {
    try await withServer { backend, server in
      let key = try #require(IdempotencyKey(rawValue: "key-1"))
      let report = Report(city: oslo, pass: Pass("xyzzy-7319"), key: key)
      await expectEqual(outcome(of: backend.answer(.report, report)), Outcome(values: ["thanks for Oslo"]))
      let request = try #require(server.requests.first)
      expectEqual(request.bodyText, #"{"city":{"country":"NO","name":"Oslo"},"pass":"xyzzy-7319"}"#)
      expectEqual(request.header("Idempotency-Key"), "key-1")
    }
  }

  @Test func `has the words of the backend for a failure, and none that repeat a secret`() async throws {
    let refusing = Backend.handlers(
      [ServiceHandler(.report) { _ in throw ServiceError.problem(status: 422, detail: "Not XYZZY-7319!") }],
      otherwise: station)
    try await withServer(refusing) { backend, _ in
      let error = ServiceError.problem(status: 404, detail: "Nobody looks there.")
      await expectEqual(outcome(of: backend.answer(.weather, City(name: "Bergen"))), Outcome(error: error))
      let report = Report(city: oslo, pass: Pass("xyzzy-7319"), key: .example)
      await expectEqual(outcome(of: backend.answer(.report, report)), Outcome(error: .status(422)))
    }
  }

  @Test func `breaks the connection where an answer is lost`() async throws {
    let losing = station.wrapped(FaultInjector(failures: ["cities:lost"]).intercept)
    try await withServer(losing) { backend, _ in
      let outcome = await outcome(of: backend.answer(.cities))
      guard outcome.error?.code == .transport else {
        Issue.record("not a failed transport: \(outcome)")
        return
      }
    }
  }

  @Test func `refuses an answer that does not fit`() async throws {
    let cold = Backend.handlers([ServiceHandler(.weather) { _ in Weather(degrees: -300, date: rain.date) }])
    try await withServer(cold) { backend, _ in
      await expectEqual(outcome(of: backend.answer(.weather, oslo)), Outcome(error: .decoding))
    }
  }

  @Test func `needs neither an input nor an answer`() {
    expectEqual(HTTPRoute(ServiceOperation<Void, Void>("refresh"), "/refreshes", method: .post).name, "refresh")
  }

  @Test func `passes operations without a route on`() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9"))
    let backend = Backend.http(url, routes: [], otherwise: station)
    await expectEqual(outcome(of: backend.answer(.cities)), Outcome(values: [[oslo]]))
    let alone = Backend.http(url, routes: [])
    await expectEqual(outcome(of: alone.answer(.cities)), Outcome(error: .noSuchOperation("cities")))
  }

  @Test func `reads a reply of another type than the answer`() throws {
    let endpoints = HTTPEndpoints(
      Backend.handlers([ServiceHandler(.search) { $0.exact ? 2 : 0 }]), routes: Self.routes)
    let reply = endpoints.reply(
      to: HTTPRequest(method: "GET", target: "/search", headers: [], body: []))
    expectEqual(reply.status, 400)
    var replies: [HTTPEndpoints.Reply] = []
    let cancellable = endpoints.reply(
      to: .init(method: "GET", path: ["search"], query: ["text": ["true"], "exact": ["true"]])
    ).sink { replies.append($0) }
    cancellable.cancel()
    expectEqual(replies.map(\.status), [200])
    expectEqual(
      String(decoding: try #require(replies.first).body, as: UTF8.self),
      #"[{"country":null,"name":"true"},{"country":null,"name":"true"}]"#)
  }

  @Test(arguments: [
    ("GET", "/nowhere", 404), ("POST", "/cities", 404), ("GET", "/cities/a/b", 404), ("POST", "/reports", 400),
    ("GET", "/letters/many", 400), ("GET", "/cities", 200),
  ])
  func `endpoints refuse what they cannot read`(method: String, path: String, status: Int) {
    let reply = HTTPEndpoints(station, routes: Self.routes)
      .reply(to: HTTPRequest(method: method, target: path, headers: [], body: []))
    expectEqual(reply.status, status)
  }

  @Test func `endpoints name a missing key`() throws {
    let reply = HTTPEndpoints(station, routes: Self.routes)
      .reply(
        to: HTTPRequest(
          method: "POST", target: "/reports", headers: [], body: Array(#"{"city":{"name":"Oslo"},"pass":"a"}"#.utf8)))
    expectEqual(
      String(decoding: reply.body, as: UTF8.self),
      #"{"detail":"The request needs an Idempotency-Key.","status":400,"type":"about:blank"}"#)
  }

  @Test func `endpoints name no key where none is needed, or where there is one`() {
    let endpoints = HTTPEndpoints(station, routes: Self.routes)
    let key = HTTPRequest.Header(name: "Idempotency-Key", value: "a")
    for reply in [
      endpoints.reply(to: HTTPRequest(method: "GET", target: "/letters/many", headers: [], body: [])),
      endpoints.reply(to: HTTPRequest(method: "POST", target: "/reports", headers: [key], body: Array("{}".utf8))),
    ] {
      expectEqual(
        String(decoding: reply.body, as: UTF8.self),
        #"{"detail":"The request cannot be understood.","status":400,"type":"about:blank"}"#)
    }
  }

  @Test(.exitTest) func `stops the program for a path that the input does not fit`() async {
    await #expect(processExitsWith: .failure) { _ = HTTPRoute(.weather, "/weather/{town}") }
    await #expect(processExitsWith: .failure) { _ = HTTPRoute(.report, "/{pass}", method: .post) }
    await #expect(processExitsWith: .failure) { _ = HTTPRoute(.report, "/reports") }
    await #expect(processExitsWith: .failure) { _ = HTTPRoute(.cities, "/{a}") }
    await #expect(processExitsWith: .failure) {
      _ = Backend.http(
        URL(filePath: "/"), routes: [HTTPRoute(.cities, "/a"), HTTPRoute(.cities, "/b")])
    }
  }
}

extension ServiceOperation<HTTPRouteTests.Search, Int> {
  fileprivate static var search: Self { Self("search") }
}

extension ServiceOperation<Int, String> {
  fileprivate static var letter: Self { Self("letter") }
}
