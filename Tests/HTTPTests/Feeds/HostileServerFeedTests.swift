#if os(Linux)
  import ExpectSupport
  import Foundation
  import Locking
  import RequestsSupport
  import Streams
  import StreamsExtras
  import StreamsTesting
  import Support
  import Testing

  @testable import HTTP

  /// What a feed makes of servers that trickle, stall, cut, count wrongly and send garbage.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct HostileServerFeedTests {
    /// What a server sends on its only connection, and what comes of it.
    struct Server: CustomTestStringConvertible, Sendable {
      var name: String
      var send: @Sendable (RawConnection) -> Void
      var elements: [Int]
      var error: ServiceError

      var testDescription: String { name }

      /// A server that sends a text, whole or byte by byte, and then ends the connection.
      init(
        _ name: String, _ text: String, byByte: Bool = false, reset: Bool = false, _ elements: [Int],
        _ error: ServiceError
      ) {
        self.name = name
        self.elements = elements
        self.error = error
        send = { connection in
          if byByte { for byte in Array(text.utf8) { connection.send([byte]) } } else { connection.send(text) }
          if reset { connection.resetAtEnd() }
        }
      }
    }

    private static let lost = ServiceError.transport(code: NSURLErrorNetworkConnectionLost)
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
    private static let end = "0\r\n\r\n"

    private static func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }

    private static func event(_ number: Int) -> String { "data: {\"number\":\(number)}\n\n" }

    static let servers: [Server] = [
      Server("sends byte by byte", chunked + chunk(event(1)) + chunk(event(2)) + end, byByte: true, [1, 2], .closed),
      Server("ends with the connection", head + "\r\n" + event(1) + event(2), [1, 2], .closed),
      Server("counts its bytes", head + "Content-Length: \(event(1).utf8.count)\r\n\r\n" + event(1), [1], .closed),
      Server("sends nothing", "", [], lost),
      Server("ends in the status line", "HTTP/1.1 20", [], lost),
      Server("ends in the head", head, [], lost),
      Server("resets in the head", head, reset: true, [], lost),
      Server("ends behind the head", chunked, [], lost),
      Server("ends in a chunk", chunked + "50\r\n" + event(1), [1], lost),
      Server("ends between chunks", chunked + chunk(event(1)), [1], lost),
      Server(
        "ends before the length that it has announced", head + "Content-Length: 500\r\n\r\n" + event(1), [1], lost),
      Server(
        "sends more than it has announced", head + "Content-Length: 20\r\n\r\n" + event(1) + event(2), [1], .closed),
      Server("announces a chunk in words", chunked + chunk(event(1)) + "many\r\n", [1], .decoding),
      Server("announces a chunk of negative size", chunked + chunk(event(1)) + "-5\r\n", [1], .decoding),
      Server("sends a longer chunk than announced", chunked + "14\r\n" + event(1) + "xxxx\r\n", [1], .decoding),
      Server("is no HTTP server", "220 smtp ready\r\n", [], .decoding),
      Server("sends another type", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", [], .decoding),
      Server("does not compress as it says", head + "Content-Encoding: gzip\r\n\r\n" + event(1), [], .decoding),
      Server("leads in a circle", "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n", [], .status(302)),
      Server(
        "leads elsewhere", "HTTP/1.1 302 Found\r\nLocation: http://example.org/\r\nContent-Length: 0\r\n\r\n", [],
        .status(302)),
      Server("refuses", "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", [], .status(403)),
      Server("is busy", "HTTP/1.1 503 No\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", [], .status(503)),
      Server(
        "sends interim replies first", "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n" + chunked + chunk(event(1)) + end,
        [1],
        .closed),
      Server(
        "sends garbage between events",
        chunked
          + chunk(
            event(1) + "\u{0}\u{FEFF}\n\nid: \u{0}\nretry: -1\nevent\n:::\n\n" + String(repeating: "x", count: 60_000)
              + "\n\n")
          + chunk(event(2)) + end, [1, 2], .closed),
      Server(
        "sends no JSON", chunked + chunk(event(1) + "data: {\n\n" + event(3)) + end, [1],
        .unreadable("lines", number: 2)),
      Server(
        "sends other JSON", chunked + chunk("data: {\"number\":\"one\"}\n\n") + end, [], .unreadable("lines", number: 1)
      ),
      Server(
        "sends a line without end", chunked + chunk(event(1)) + chunk("data: " + String(repeating: "x", count: 70_000)),
        [1],
        .oversized("lines", number: 2, id: "")),
      Server(
        "sends an event without end", chunked + chunk(event(1)) + chunk(String(repeating: "data: x\n", count: 70_000)),
        [1],
        .oversized("lines", number: 2, id: "")),
    ]

    private static func backend(
      _ server: RawServer, scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.global().eraseToAnyScheduler()
    ) -> Backend {
      let route = HTTPRoute(ServiceFeed.lines, "/{room}", reconnection: .never)
      return Backend.http(
        at: server.url, routes: [route], scheduler: scheduler)
    }

    @Test(arguments: servers) func `has one outcome`(_ hostile: Server) async throws {
      let server = try RawServer { connection in
        while connection.request() != nil {
          hostile.send(connection)
          guard hostile.name.hasPrefix("leads") else { return }
        }
      }
      defer { server.close() }
      let events = await outcome(of: Self.backend(server).follow(.lines, Chat(room: "a")))
      expectEqual(events.values.compactMap(\.element).map(\.number), hostile.elements)
      expectEqual(events.error, hostile.error)
      #expect(events.error?.message.isEmpty == false)
    }

    @Test(arguments: HostileReplyTests.malformed) func `ends where a reply is not HTTP`(_ text: String) async throws {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send(text)
        connection.waitForEnd()
      }
      defer { server.close() }
      let events = await outcome(of: Self.backend(server).follow(.lines, Chat(room: "a")))
      expectEqual(events, Outcome(values: [.condition(.connecting)], error: .decoding))
    }

    /// Where a server stops sending: in the head, behind it, in an event.
    @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-", chunked, chunked + chunk(event(1)) + "40\r\ndata: {"])
    func `does not wait for a server that has stopped`(_ text: String) async throws {
      let scheduler = TestScheduler()
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send(text)
        connection.waitForEnd()
      }
      defer { server.close() }
      let backend = Self.backend(server, scheduler: .test(scheduler))
      let (progress, report) = AsyncStream.makeStream(of: Void.self)
      let recording = Recording(
        backend.follow(.lines, Chat(room: "a"))
          .handleEvents(receiveOutput: { _ in report.yield() }, receiveCompletion: { _ in report.finish() })
          .eraseToAnyPublisher())
      var arrivals = text == Self.chunked ? 2 : text.hasPrefix(Self.chunked) ? 3 : 1
      for await _ in progress {
        arrivals -= 1
        if arrivals == 0 { break }
      }
      let time = Task.detached {
        while !Task.isCancelled {
          scheduler.advance(by: .seconds(30))
          await Task.yield()
        }
      }
      let events = await recording.outcome
      time.cancel()
      expectEqual(events.error, .timeout)
      #expect(events.values.compactMap(\.element).map(\.number) == (text.contains("data: {\"number\":1") ? [1] : []))
    }

    @Test func `takes what comes late, and waits for room`() async throws {
      let gates = (0..<4).map { _ in Gate() }
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        let text = Self.chunked + Self.chunk(Self.event(1)) + Self.chunk(Self.event(2)) + Self.end
        let pieces = [
          text.prefix(20), text.dropFirst(20).prefix(70), text.dropFirst(90).prefix(30), text.dropFirst(120),
        ]
        for (gate, piece) in zip(gates, pieces) {
          guard connection.wait(for: gate) else { return }
          connection.send(String(piece))
        }
      }
      defer { server.close() }
      let following = Task { await outcome(of: Self.backend(server).follow(.lines, Chat(room: "a"))) }
      for gate in gates {
        gate.open()
        for _ in 0..<50 { await Task.yield() }
      }
      let events = await following.value
      #expect(events.values.compactMap(\.element).map(\.number) == [1, 2] && events.error == .closed)
    }
  }
#endif
