import Foundation
import HTTP
import HTTPSupport
import Locking
import Models
import Requests
import RequestsSupport
import Services
import Support
import Testing

/// The implementations of the services.
enum BackendKind: CaseIterable {
  /// The services of the mock.
  case mock
  /// The HTTP services, with a server on loopback.
  case http
}

/// A world with a fixed clock and random source, and a backend that reaches it.
struct Fixture {
  static let date = Date(timeIntervalSince1970: 1_795_000_000)

  let world: MockWorld
  let backend: Backend
  let server: LoopbackServer?
  let exchanges = Exchanges()

  init(
    _ kind: BackendKind, funds: String = "1234.56", products: [Product] = MockWorld.products,
    failures: RequestFailures = []
  ) throws {
    world = MockWorld(
      funds: try Money(funds), products: products, now: { Self.date }, random: CountingGenerator(step: 1 << 24))
    switch kind {
    case .mock:
      server = nil
      backend = Backend.mock(world: world, failures: failures, offersFeeds: true)
    case .http:
      let endpoints = HTTPEndpoints(
        Backend.mock(world: world, failures: failures, offersFeeds: true), routes: HTTPRoute.services)
      let server = try LoopbackServer { [exchanges] request in
        if request.target == "/balance/changes" { return Answer(of: endpoints, to: request) }
        let reply = endpoints.reply(to: request)
        exchanges.add(request, reply)
        return Answer(reply)
      }
      self.server = server
      backend = try AllServices(of: server).backend
    }
  }

  /// The reply to a request for a feed, with the JSON of its first event as the body.
  func firstEvent(of request: HTTPRequest, failures: RequestFailures) async -> HTTPEndpoints.Reply {
    let endpoints = HTTPEndpoints(
      Backend.mock(world: world, failures: failures, offersFeeds: true), routes: HTTPRoute.services)
    let path = request.pathComponents ?? []
    let contentType = endpoints.stream(for: .init(method: request.method, path: path))?.contentType ?? ""
    let chunks = endpoints.stream(for: .init(method: request.method, path: path))?.chunks
      .map { String(decoding: $0, as: UTF8.self) }
    guard let chunks else { return endpoints.reply(to: request) }
    let first = await outcome(of: chunks.filter { $0.hasPrefix("data: ") }.first().eraseToAnyPublisher())
    guard let data = first.value?.dropFirst(6).dropLast(2) else {
      return HTTPEndpoints.Reply(first.error ?? .failed)
    }
    return HTTPEndpoints.Reply(status: 200, contentType: contentType, body: Data(data.utf8))
  }

  func close() {
    server?.close()
  }
}

/// The requests of a server, with their replies.
final class Exchanges: Sendable {
  struct Exchange: Sendable {
    var request: HTTPRequest
    var reply: HTTPEndpoints.Reply
  }

  private let recorded = LockedValue<[Exchange]>([])

  var all: [Exchange] { recorded.withLock { $0 } }

  func add(_ request: HTTPRequest, _ reply: HTTPEndpoints.Reply) {
    recorded.withLock { $0.append(Exchange(request: request, reply: reply)) }
  }
}

func key(_ text: String) throws -> IdempotencyKey {
  try #require(IdempotencyKey(rawValue: text))
}
