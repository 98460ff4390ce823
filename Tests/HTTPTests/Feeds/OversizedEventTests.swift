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

  /// Feeds of servers that send an event or a line of more bytes than it may have.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct OversizedEventTests {
    private static let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\n"
    private static let filling = String(repeating: "x", count: 100_000)

    private static func event(_ number: Int, _ filling: String = "") -> String {
      "id: \(number)\ndata: {\"number\":\(number),\"filling\":\"\(filling)\"}\n\n"
    }

    private static func backend(_ server: RawServer, _ feed: ServiceFeed<Chat, Line>) -> Backend {
      let reconnection = FeedReconnection(first: .milliseconds(1), longest: .milliseconds(2))
      let routes = [HTTPRoute(feed, "/{room}", reconnection: reconnection), HTTPRoute(lines: .rows, "/rows/{number}")]
      return Backend.http(at: server.url, routes: routes)
    }

    /// What comes of a feed whose connections send these texts, one after the other, and then 204.
    private func outcome(
      _ connections: [String], _ feed: ServiceFeed<Chat, Line> = .lines.skippingUnreadable()
    ) async throws -> (events: Outcome<FeedEvent<Line>>, ids: [String?]) {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        let isLeft = connections.indices.contains(connection.number - 1)
        connection.send(isLeft ? Self.head + connections[connection.number - 1] : "HTTP/1.1 204 No Content\r\n\r\n")
      }
      defer { server.close() }
      let events = await RequestsSupport.outcome(of: Self.backend(server, feed).follow(feed, Chat(room: "a")))
      return (events, server.requests.map { $0.header("Last-Event-ID") })
    }

    private func skipped(_ events: Outcome<FeedEvent<Line>>) -> [String] {
      events.values.compactMap { if case .unreadable(let error) = $0 { error.message } else { nil } }
    }

    @Test func `an event that is too long is skipped in its place, and the feed goes on`() async throws {
      let text = Self.event(1) + Self.event(2, Self.filling) + Self.event(3)
      let (events, ids) = try await outcome([text])
      #expect(events.error == nil)
      expectEqual(events.values.compactMap(\.element).map(\.number), [1, 3])
      expectEqual(skipped(events), ["Element 2 of the feed \"lines\" is too long, at the id \"2\"."])
      expectEqual(ids, [nil, "3"])
    }

    @Test(arguments: [
      "id: 2\ndata: \(filling)\n\n", "data: \(filling)\nid: 2\n\n", "data: \(filling)\r\nid: 2\r\n\r\n",
      "id: 2\n" + String(repeating: "data: x\n", count: 40_000) + "\n",
      "data: \(filling)\nid: 1\nid: 2\nother: \(filling)\n\n",
    ])
    func `the id of a skipped event moves, wherever it stands`(text: String) async throws {
      let (events, ids) = try await outcome([Self.event(1) + text])
      #expect(events.error == nil)
      expectEqual(skipped(events), ["Element 2 of the feed \"lines\" is too long, at the id \"2\"."])
      expectEqual(ids, [nil, "2"])
    }

    @Test func `an event that is cut off in its surplus comes again`() async throws {
      let cut = Self.event(1) + "id: 2\ndata: \(Self.filling)"
      let (events, ids) = try await outcome([cut, Self.event(2)])
      expectEqual(events.values.compactMap(\.element).map(\.number), [1, 2])
      expectEqual(ids, [nil, "1", "2"])
    }

    @Test func `one of another type is no element`() async throws {
      let other = "event: other\ndata: \(Self.filling)\n\ndata: \(Self.filling)\nevent: other\n\n"
      let (events, _) = try await outcome([Self.event(1) + other + Self.event(2)])
      expectEqual(events.values.compactMap(\.element).map(\.number), [1, 2])
      expectEqual(skipped(events), [])
    }

    @Test func `ends a feed that does not skip, by name and with the id`() async throws {
      let (events, _) = try await outcome([Self.event(1) + Self.event(2, Self.filling) + Self.event(3)], .lines)
      expectEqual(events.values.compactMap(\.element).map(\.number), [1])
      expectEqual(events.error?.message, "Element 2 of the feed \"lines\" is too long, at the id \"2\".")
    }

    @Test func `a line that is too long is skipped, too`() async throws {
      let long = "{\"number\":2,\"filling\":\"\(Self.filling)\"}\n"
      let body = "{\"number\":1}\n\(long){\"number\":3}\n"
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      }
      defer { server.close() }
      let skipping = await RequestsSupport.outcome(
        of: Self.backend(server, .lines).follow(.rows.skippingUnreadable(), 0))
      #expect(skipping.error == nil)
      expectEqual(skipping.values.compactMap(\.element).map(\.number), [1, 3])
      let strict = await RequestsSupport.outcome(of: Self.backend(server, .lines).follow(.rows, 0))
      expectEqual(strict.values.compactMap(\.element).map(\.number), [1])
      expectEqual(strict.error?.message, "Element 2 of the feed \"rows\" is too long.")
    }
  }

  /// Feeds of servers that end each connection at once.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct HastyServerTests {
    /// How long a feed waits before each of its first eight further connections.
    private func waits(at server: RawServer) async -> [Duration] {
      let scheduler = TestScheduler()
      let backend = Backend.http(
        at: server.url, routes: [HTTPRoute(ServiceFeed.lines, "/{room}")], scheduler: .test(scheduler))
      let (waits, report) = AsyncStream.makeStream(of: Duration.self)
      let following = backend.follow(.lines, Chat(room: "a")).sink { _ in
      } receiveValue: { event in
        if case .condition(.interrupted(_, let wait)) = event { report.yield(wait) }
      }
      var times: [Duration] = []
      for await wait in waits {
        times.append(wait)
        if times.count == 8 { break }
        scheduler.advance(by: .milliseconds(wait.wholeMilliseconds))
      }
      following.cancel()
      return times
    }

    @Test(arguments: ["retry: 0\n\n", ": comment\n\n", "", "retry: 10\nid: 7\n\n"])
    func `is connected again after a second, and then less often`(text: String) async throws {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\n" + text)
      }
      defer { server.close() }
      let times = await waits(at: server)
      #expect(times.allSatisfy { $0 >= .seconds(1) }, "\(times)")
      #expect(times.last! >= .seconds(15), "\(times)")
    }

    @Test func `a server that sends an element each time is not asked less often`() async throws {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        let text = "retry: 0\ndata: {\"number\":\(connection.number)}\n\n"
        connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\n" + text)
      }
      defer { server.close() }
      let times = await waits(at: server)
      #expect(times.allSatisfy { $0 >= .milliseconds(500) && $0 <= .seconds(1) }, "\(times)")
    }
  }
#endif
