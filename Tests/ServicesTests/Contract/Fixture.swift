import Foundation
import Locking
import Models
import Services
import Support
import Testing

/// The two ways to reach one world.
enum Way: CaseIterable {
  /// The mock's own services.
  case mock
  /// The HTTP services, over a real server on loopback with the same world behind it.
  case http
}

/// A world of fixed funds, clock and random source, and a backend that reaches it.
struct Fixture {
  static let date = Date(timeIntervalSince1970: 1_795_000_000)

  let world: MockWorld
  let backend: Backend
  let server: LoopbackServer?
  let exchanges = Exchanges()

  init(
    _ way: Way, funds: String = "1234.56", products: [Product] = MockWorld.products, failures: MockFailures = []
  ) throws {
    world = MockWorld(
      funds: try Money(funds), products: products, now: { Self.date }, random: Counting())
    switch way {
    case .mock:
      server = nil
      backend = Backend(MockServices(world: world, failures: failures))
    case .http:
      let endpoints = MockEndpoints(world: world, failures: failures)
      let server = try LoopbackServer { [exchanges] request in
        let reply = endpoints.reply(to: request)
        exchanges.add(request, reply)
        return reply.isLost ? .cutOff(HTTPResponse(reply), after: 0) : .response(HTTPResponse(reply))
      }
      self.server = server
      backend = try Backend(HTTPServices(of: server))
    }
  }

  func close() {
    server?.close()
  }
}

/// Every request that a server got, with what it answered.
final class Exchanges: Sendable {
  struct Exchange: Sendable {
    var request: HTTPRequest
    var reply: MockEndpoints.Reply
  }

  private let recorded = LockedValue<[Exchange]>([])

  var all: [Exchange] { recorded.withLock { $0 } }

  func add(_ request: HTTPRequest, _ reply: MockEndpoints.Reply) {
    recorded.withLock { $0.append(Exchange(request: request, reply: reply)) }
  }
}

extension MockEndpoints {
  func reply(to request: HTTPRequest) -> Reply {
    reply(
      method: request.method, path: request.pathComponents ?? [],
      idempotencyKey: request.header("Idempotency-Key"), body: Data(request.body))
  }
}

extension HTTPResponse {
  init(_ reply: MockEndpoints.Reply) {
    self.init(status: reply.status, headers: ["Content-Type": reply.contentType], body: Array(reply.body))
  }
}

/// Counts 1, 2, 3… in the bits that matter.
struct Counting: RandomNumberGenerator {
  private var count: UInt64 = 0

  mutating func next() -> UInt64 {
    count += 1
    return count << 24
  }
}

func key(_ text: String) throws -> IdempotencyKey {
  try #require(IdempotencyKey(rawValue: text))
}
