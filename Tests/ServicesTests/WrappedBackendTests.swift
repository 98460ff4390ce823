import ExpectSupport
import Foundation
import JSON
import Locking
import Models
import Requests
import RequestsSupport
import Services
import Streams
import Support
import Testing

/// What an interceptor sees of the services, such as one that records.
@Suite struct WrappedBackendTests {
  /// Writes each request with its answer as a line of JSON.
  private final class Log: Sendable {
    private let state = LockedValue([String]())

    var lines: [String] { state.withLock { $0 } }

    func intercept(_ request: ServiceRequest, _ next: (ServiceRequest) -> ServiceUpdates) -> ServiceUpdates {
      func write(_ json: [UInt8]) {
        let texts = [request.inputCodec.json(request.input), json].map { String(decoding: $0, as: UTF8.self) }
        state.withLock { $0.append("\(request.name) \(texts.joined(separator: " "))") }
      }
      return next(request).handleEvents(
        receiveOutput: { if let value = $0.value { write(request.outputCodec.json(value)) } },
        receiveCompletion: { if case .failure(let error) = $0 { write(error.json) } }
      )
      .eraseToAnyPublisher()
    }
  }

  @Test func `sees every operation, its input and its answer, and no password`() throws {
    let log = Log()
    let date = Date(timeIntervalSince1970: 1_795_273_445)
    let world = MockWorld(now: { date }, random: CountingGenerator(step: 1 << 24))
    let backend = Backend.mock(world: world).wrapped(log.intercept)
    let account = NewAccount(username: try Username("radagast"), password: Password("xyzzy-7319"))
    _ = Recording(backend.balance.balance())
    _ = Recording(backend.products.product(id: "wand"))
    _ = Recording(backend.products.purchaseProduct(id: "wand", idempotencyKey: try key("a")))
    _ = Recording(backend.accounts.usernameAvailable(account.username))
    _ = Recording(backend.accounts.createAccount(account, idempotencyKey: try key("b")))
    _ = Recording(backend.products.purchaseProduct(id: "broomstick", idempotencyKey: try key("c")))
    expectEqual(
      log.lines,
      [
        #"balance null {"date":"2026-11-21T15:04:05Z","value":{"amount":"1234.56","currency":"USD"}}"#,
        #"product "wand" {"description":"Eleven inches of oak, with a core that nobody talks about.","id":"wand","#
          + #""price":{"amount":"199.00","currency":"USD"},"title":"Wand"}"#,
        #"purchase {"id":"wand","idempotencyKey":"a"} {"date":"2026-11-21T15:04:05Z","id":"R-1","#
          + #""price":{"amount":"199.00","currency":"USD"},"productID":"wand"}"#,
        #"username "radagast" true"#,
        #"account {"idempotencyKey":"b","username":"radagast"} {"username":"radagast"}"#,
        #"purchase {"id":"broomstick","idempotencyKey":"c"} "#
          + #"{"code":402,"detail":"There is not enough money on the account.","kind":"problem"}"#,
      ])
    expectEqual(Set(log.lines.map { String($0.prefix { $0 != " " }) }), Set(MockWorld.serviceNames))
  }

  @Test(arguments: BackendKind.allCases)
  func `a purchase publishes that the balance has changed`(kind: BackendKind) async throws {
    let fixture = try Fixture(kind, failures: ["purchase:1"])
    defer { fixture.close() }
    let count = LockedValue(0)
    let cancellable = fixture.backend.balance.balanceChanges.sink { count.withLock { $0 += 1 } }
    let purchase = fixture.backend.products.purchaseProduct(id: "wand", idempotencyKey: try key("a"))
    _ = await outcome(of: purchase)
    expectEqual(count.withLock { $0 }, 0)
    _ = await outcome(of: purchase)
    expectEqual(count.withLock { $0 }, 1)
    _ = await outcome(of: fixture.backend.products.product(id: "wand"))
    expectEqual(count.withLock { $0 }, 1)
    cancellable.cancel()
  }
}
