import ExpectSupport
import Foundation
import HTTP
import Models
import Requests
import RequestsSupport
import Services
import Streams
import StreamsTesting
import Support
import Testing

@Suite(.timeLimit(.minutes(30))) struct HTTPBackendCancellationTests {
  private static let good = #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"1234.56","currency":"USD"}}"#

  @Test func `cancelling closes the connection`() async throws {
    let server = try LoopbackServer { _ in .held(Gate(), then: .response(.json(Self.good))) }
    defer { server.close() }
    let services = try AllServices(of: server)
    let recording = Recording(services.balance())
    let request = try #require(await server.nextRequest())
    recording.cancel()
    let left = await server.nextDeparture()
    expectEqual(left, request)
    expectEqual(recording.soFar.outcome, Outcome())
    #expect(!recording.soFar.isComplete)
  }

  @Test func `the time limit closes the connection`() async throws {
    let scheduler = TestScheduler()
    let server = try LoopbackServer { _ in .held(Gate(), then: .response(.json(Self.good))) }
    defer { server.close() }
    let url = try #require(URL(string: server.url))
    let services = AllServices(.http(url, timeout: .seconds(5), scheduler: .test(scheduler)))
    let recording = Recording(services.balance())
    _ = await server.nextRequest()
    scheduler.advance(by: .milliseconds(4_999))
    #expect(!recording.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    await expectEqual(recording.outcome, Outcome(error: .timeout))
    let left = await server.nextDeparture()
    expectEqual(left?.target, "/balance")
  }

  @Test func `a late answer arrives`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in .held(gate, then: .response(.json(Self.good))) }
    defer { server.close() }
    let services = try AllServices(of: server)
    let recording = Recording(services.balance())
    _ = await server.nextRequest()
    #expect(!recording.soFar.isComplete)
    gate.open()
    #expect(await recording.outcome.value?.value == (try Money("1234.56")))
  }

  @Test func `cancelling affects one subscriber only`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in .held(gate, then: .response(.json(Self.good))) }
    defer { server.close() }
    let services = try AllServices(of: server)
    let publisher = services.balance()
    let (kept, cancelled) = (Recording(publisher), Recording(publisher))
    for _ in 0..<2 { _ = await server.nextRequest() }
    cancelled.cancel()
    _ = await server.nextDeparture()
    gate.open()
    #expect(await kept.outcome.value != nil)
    expectEqual(cancelled.soFar.outcome, Outcome())
  }

  @Test func `a server that closes fails the waiting request`() async throws {
    let server = try LoopbackServer { _ in .held(Gate(), then: .hangUp) }
    let services = try AllServices(of: server)
    let recording = Recording(services.balance())
    _ = await server.nextRequest()
    server.close()
    let outcome = await recording.outcome
    guard outcome.error?.code == .transport else {
      Issue.record("not a failed transport: \(outcome)")
      return
    }
  }

  @Test func `a finished request keeps nothing alive`() async throws {
    let server = try LoopbackServer { _ in .response(.json(Self.good)) }
    defer { server.close() }
    let services = try AllServices(of: server)
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
      let services = AllServices(.http(url, timeout: .seconds(30), scheduler: .test(scheduler)))
      let recording = detector.watch(Recording(services.balance()))
      _ = await server.nextRequest()
      recording.cancel()
    }
    #expect(leaked.isEmpty)
    scheduler.advance(by: .seconds(30))
    #expect(scheduler.isIdle)
  }
}
