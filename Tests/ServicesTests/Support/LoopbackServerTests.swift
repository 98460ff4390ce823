import ExpectSupport
import Foundation
import Requests
import RequestsSupport
import Services
import Support
import Testing
import ThreadsSupport

@Suite(.ownThreads, .timeLimit(.minutes(30))) struct LoopbackServerTests {
  @Test func `splits a path before it decodes it`() {
    var request = HTTPRequest(method: "GET", target: "/products/a%2Fb/%C3%A9?q=/x", headers: [], body: [])
    expectEqual(request.pathComponents, ["products", "a/b", "é"])
    request.target = "/%FF"
    #expect(request.pathComponents == nil)
    request.target = "/%4"
    expectEqual(request.pathComponents, ["\u{4}"])
    request.target = "/%zz"
    #expect(request.pathComponents == nil)
  }

  @Test func `finds a header, ignoring case`() {
    let request = HTTPRequest(
      method: "GET", target: "/", headers: [.init(name: "idempotency-KEY", value: "a")], body: [])
    expectEqual(request.header("Idempotency-Key"), "a")
    #expect(request.header("Accept") == nil)
  }

  @Test func `throws for a port in use`() throws {
    let server = try LoopbackServer { _ in .hangUp }
    defer { server.close() }
    let error = #expect(throws: SocketError.self) { try LoopbackServer(port: server.port) { _ in .hangUp } }
    expectEqual(error?.call, "bind")
  }

  @Test func `reports events in order until it is closed`() async throws {
    let server = try LoopbackServer { _ in .response(.json("{}")) }
    let services = try AllServices(of: server)
    _ = await outcome(of: services.balance())
    let request = try #require(server.requests.first)
    var events: [LoopbackServer.Event] = []
    for await event in server.events {
      events.append(event)
      if case .answered = event { break }
    }
    expectEqual(events, [.received(request), .answered(request)])
    server.close()
    server.close()
    #expect(await server.events.first { _ in true } == nil)
  }

  @Test func `closes with its last reference`() async throws {
    let events: AsyncStream<LoopbackServer.Event>
    do {
      let server = try LoopbackServer { _ in .hangUp }
      events = server.events
    }
    #expect(await events.first { _ in true } == nil)
  }
}
