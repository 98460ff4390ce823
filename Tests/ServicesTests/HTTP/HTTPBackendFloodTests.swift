import ExpectSupport
import Foundation
import Locking
import Models
import Requests
import RequestsSupport
import Services
import Support
import Testing

/// Servers that send more than an answer can have.
@Suite(.timeLimit(.minutes(30))) struct HTTPBackendFloodTests {
  private static let good = #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"1234.56","currency":"USD"}}"#
  private static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 65_536)

  /// 516 MB in half a megabyte of gzip: the head of a block in which each zero bit repeats the previous byte 258 times.
  private static let gzip =
    [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xEC, 0xC1, 0x81, 0, 0, 0, 0, 0x80, 0x20, 0xA5, 0xFD, 0xE9, 0x16, 0xA9, 0x0A,
    ] + [UInt8](repeating: 0, count: 500_000)

  /// The content of a flood.
  enum Flood: CaseIterable {
    case endless, announced, gzip, challenge, redirection

    var answer: Answer {
      switch self {
      case .endless: .endless(HTTPResponse(status: 200, body: zeros))
      case .announced: .endless(HTTPResponse(status: 200, headers: ["Content-Length": "10737418240"], body: zeros))
      case .gzip:
        .response(HTTPResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: HTTPBackendFloodTests.gzip))
      case .redirection: .endless(HTTPResponse(status: 302, headers: ["Location": "/balance"], body: zeros))
      case .challenge: .endless(HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Basic"], body: zeros))
      }
    }

    /// A compressed body is inflated up to the bound.
    var error: ServiceError { .tooLarge }
  }

  @Test(arguments: Flood.allCases)
  func `a flood ends at the bound`(flood: Flood) async throws {
    let server = try LoopbackServer { _ in flood.answer }
    defer { server.close() }
    let services = try AllServices(of: server)
    await expectEqual(outcome(of: services.balance()), Outcome(error: flood.error))
  }

  @Test(arguments: [Flood.endless, .announced])
  func `the server sees the client leave`(flood: Flood) async throws {
    let server = try LoopbackServer { _ in flood.answer }
    defer { server.close() }
    let services = try AllServices(of: server)
    await expectEqual(outcome(of: services.balance()).error, .tooLarge)
    #expect(await server.events.first { if case .clientLeft = $0 { true } else { false } } != nil)
  }

  @Test(arguments: Flood.allCases)
  func `the request after a flood is unaffected`(flood: Flood) async throws {
    let isFirst = LockedValue(true)
    let server = try LoopbackServer { _ in
      isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? flood.answer : .response(.json(Self.good))
      }
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    await expectEqual(outcome(of: services.balance()).error, flood.error)
    #expect(await outcome(of: services.balance()).value != nil)
  }

  @Test(arguments: Flood.allCases)
  func `floods that are cancelled do not delay another request`(flood: Flood) async throws {
    let server = try LoopbackServer { request in
      request.target == "/balance" ? .response(.json(Self.good)) : flood.answer
    }
    defer { server.close() }
    let services = try AllServices(of: server)
    for _ in 0..<5 {
      let recording = Recording(services.product(id: "wand"))
      _ = await server.nextRequest()
      recording.cancel()
    }
    #expect(await outcome(of: services.balance()).value != nil)
  }
}
