import Foundation
import Models
import Services
import Streams
import StreamsTesting
import Support
import Testing

@Suite("HTTP requests that take too long, or are not wanted any more", .timeLimit(.minutes(10)))
struct CancellationTests {
  private static let good = #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"1234.56","currency":"USD"}}"#

  @Test("cancelling reaches the network: the server sees its client leave, and nothing is delivered")
  func cancel() async throws {
    let server = try LoopbackServer { _ in .held(Gate(), then: .response(.json(Self.good))) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let recording = Recording(services.balance())
    let request = try #require(await server.next { if case .received(let request) = $0 { request } else { nil } })
    recording.cancel()
    let left = await server.next { if case .clientLeft(let request) = $0 { request } else { nil } }
    #expect(left == request)
    #expect(recording.soFar.outcome == Outcome())
    #expect(!recording.soFar.isComplete)
  }

  @Test("the time limit is measured by the injected scheduler, and ends the network request")
  func timeout() async throws {
    let scheduler = TestScheduler()
    let server = try LoopbackServer { _ in .held(Gate(), then: .response(.json(Self.good))) }
    defer { server.close() }
    let services = HTTPServices(
      baseURL: try #require(URL(string: server.url)), timeout: 5_000, scheduler: .test(scheduler))
    let recording = Recording(services.balance())
    _ = await server.next { if case .received(let request) = $0 { request } else { nil } }
    scheduler.advance(by: .milliseconds(4_999))
    #expect(!recording.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    #expect(await recording.outcome == Outcome(error: .timeout))
    let left = await server.next { if case .clientLeft(let request) = $0 { request } else { nil } }
    #expect(left?.target == "/balance")
  }

  @Test("an answer that was held back and then let go arrives")
  func slow() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in .held(gate, then: .response(.json(Self.good))) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let recording = Recording(services.balance())
    _ = await server.next { if case .received(let request) = $0 { request } else { nil } }
    #expect(!recording.soFar.isComplete)
    gate.open()
    #expect(await recording.outcome.value?.value == (try Money("1234.56")))
  }

  @Test("one subscriber's cancel does not reach another's request")
  func independence() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in .held(gate, then: .response(.json(Self.good))) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let publisher = services.balance()
    let (kept, cancelled) = (Recording(publisher), Recording(publisher))
    for _ in 0..<2 { _ = await server.next { if case .received(let request) = $0 { request } else { nil } } }
    cancelled.cancel()
    _ = await server.next { if case .clientLeft(let request) = $0 { request } else { nil } }
    gate.open()
    #expect(await kept.outcome.value != nil)
    #expect(cancelled.soFar.outcome == Outcome())
  }

  @Test("a server that closes ends what waits for it")
  func serverCloses() async throws {
    let server = try LoopbackServer { _ in .held(Gate(), then: .hangUp) }
    let services = try HTTPServices(of: server)
    let recording = Recording(services.balance())
    _ = await server.next { if case .received(let request) = $0 { request } else { nil } }
    server.close()
    let outcome = await recording.outcome
    guard case .transport = outcome.error else {
      Issue.record("not a failed transport: \(outcome)")
      return
    }
  }

  @Test func `a finished request keeps nothing alive`() async throws {
    let server = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { server.close() }
    let services = try HTTPServices(of: server)
    let leaked = await leaks { detector in
      let recording = detector.watch(Recording(services.balance()))
      #expect(await recording.outcome.value != nil)
    }
    #expect(leaked.isEmpty)
  }

  @Test func `a cancelled request keeps nothing alive`() async throws {
    let scheduler = TestScheduler()
    let server = try LoopbackServer { _ in .held(Gate(), then: .hangUp) }
    defer { server.close() }
    let url = try #require(URL(string: server.url))
    let leaked = await leaks { detector in
      let services = HTTPServices(baseURL: url, timeout: 30_000, scheduler: .test(scheduler))
      let recording = detector.watch(Recording(services.balance()))
      _ = await server.next { if case .received(let request) = $0 { request } else { nil } }
      recording.cancel()
    }
    #expect(leaked.isEmpty)
    scheduler.advance(by: .seconds(30))
    #expect(scheduler.isIdle)
  }
}

extension LoopbackServer {
  /// What the next event that is of interest tells; the others are passed over.
  func next<Value>(_ select: @Sendable (Event) -> Value?) async -> Value? {
    for await event in events {
      if let value = select(event) { return value }
    }
    return nil
  }
}
