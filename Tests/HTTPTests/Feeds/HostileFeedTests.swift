#if os(Linux)
  import Descriptions
  import ExpectSupport
  import Foundation
  import Locking
  import RequestsSupport
  import Streams
  import StreamsTesting
  import Support
  import Testing

  @testable import HTTP

  /// Feeds on a server that breaks connections, floods and hangs.
  @Suite(.timeLimit(.minutes(30))) struct HostileFeedTests {
    /// How many times the server cuts the feed.
    private static let cuts = 40 * Seeds.factor

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func chunk(_ bytes: some Collection<UInt8>) -> [UInt8] {
      bytes.isEmpty ? [] : Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    /// The event of a number, with one of three line ends, and perhaps with bytes behind it that form no event.
    private static func event(_ number: Int) -> [UInt8] {
      let end = ["\n", "\r\n", "\r"][number % 3]
      let lines = ["id: \(number)", "event: message", "data: {\"number\":", "data:\(number)}", ""]
      let garbage = ["", ": é\(end)\(end)", "nonsense\(end)\(end)", "id\0: x\(end)retry: soon\(end)\(end)"][number % 4]
      return Array((lines.map { $0 + end }.joined() + garbage).utf8)
    }

    @Test func `delivers each element once and in order, wherever the server cuts`() async throws {
      let count = Self.cuts
      let server = try RawServer { connection in
        guard let request = connection.request() else { return }
        let last = Int(request.header("Last-Event-ID") ?? "0") ?? 0
        guard last < count else {
          connection.send("HTTP/1.1 204 No Content\r\n\r\n")
          return connection.waitForEnd()
        }
        if connection.number % 7 == 3 {
          return connection.resetAtEnd()
        }
        // The last element again, then the next one, then a part of the one behind, which ends at every byte in turn.
        var bytes = last > 0 ? Self.event(last) : []
        bytes += Self.event(last + 1)
        let part = last + 2 <= count ? Self.event(last + 2) : []
        bytes += part.prefix(connection.number % (part.count + 1))
        connection.send(Self.head)
        for byte in connection.number % 5 == 0 ? bytes : [] { connection.send(Self.chunk([byte])) }
        if connection.number % 5 != 0 { connection.send(Self.chunk(bytes)) }
        if connection.number % 11 == 0 { connection.send("0\r\n\r\n") }
        if connection.number % 13 == 0 { connection.send("zz\r\n") }
      }
      defer { server.close() }
      let feed = ServiceFeed.lines.identified(by: \.number)
      let route = HTTPRoute(
        feed, "/{room}", reconnection: FeedReconnection(first: .milliseconds(1), longest: .milliseconds(2)))
      let backend = Backend.http(at: server.url, routes: [route])
      let events = await outcome(of: backend.follow(feed, Chat(room: "a")))
      #expect(events.error == nil)
      expectEqual(events.values.compactMap(\.element).map(\.number), Array(1...count))
      let interruptions = events.values.count { event in
        if case .condition(.interrupted) = event { true } else { false }
      }
      expectEqual(interruptions, server.connectionCount - 1)
    }

    @Test func `reads nothing while nothing is wanted`() async throws {
      let sent = LockedValue(0)
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        guard connection.number == 1 else {
          connection.send(reply("{}"))
          return
        }
        connection.send(Self.head)
        let chunk = Self.chunk(Self.event(1))
        while connection.send(chunk) { sent.withLock { $0 += 1 } }
      }
      defer { server.close() }
      let transfers = CURLTransfers()
      let (events, report) = AsyncStream.makeStream(of: TransferEvent.self)
      let isWanted = LockedValue(false)
      let control = transfers.stream(.to(server, readsOnly: false)) { event in
        report.yield(event)
        return isWanted.withLock { $0 }
      }
      var iterator = events.makeAsyncIterator()
      guard case .head = await iterator.next() else {
        Issue.record("no head")
        return
      }
      // Other transfers of the thread go on, and nothing arrives meanwhile.
      for _ in 0..<20 { await expectEqual(send(.to(server, "POST"), on: transfers).body, "{}") }
      report.yield(.end(.timeout))
      await expectEqual(iterator.next(), .end(.timeout))
      isWanted.withLock { $0 = true }
      control.resume()
      for _ in 0..<100 {
        guard case .body = await iterator.next() else {
          Issue.record("no body")
          return
        }
      }
      control.cancel()
      transfers.stop()
    }

    @Test func `stops a server that sends without end, and holds what a window holds`() async throws {
      let total = LockedValue(0)
      let event = Array("data: {\"number\":1,\"position\":\"\(String(repeating: "x", count: 990))\"}\n\n".utf8)
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send(Self.head)
        let chunk = Self.chunk(Array(repeatElement(event, count: 64).joined()))
        for _ in 0..<1000 {
          guard connection.send(chunk) else { return }
          total.withLock { $0 += 64 }
        }
        connection.send("0\r\n\r\n")
      }
      defer { server.close() }
      let feed = ServiceFeed.lines
      let backend = Backend.http(at: server.url, routes: [HTTPRoute(feed, "/{room}", endsInOrder: true)])
      let (events, report) = AsyncStream.makeStream(of: FeedEvent<Line>.self)
      let recorder = RecordingSubscriber<FeedEvent<Line>, ServiceError>(demand: .none) { event in
        report.yield(event)
        return .none
      }
      backend.follow(feed, Chat(room: "a")).subscribe(recorder)
      var iterator = events.makeAsyncIterator()
      for number in 1...3000 {
        recorder.request(.max(1))
        _ = await iterator.next()
        // What has left the server is handled, in the window, not parsed, or in the buffers of the system.
        #expect(total.withLock { $0 } - number < 8 << 10, "\(number)")
      }
      recorder.cancel()
      expectEqual(recorder.violations, [])
    }

    @Test(arguments: HostileReplyTests.Flood.all)
    func `ends at a flood that is no event stream`(_ flood: HostileReplyTests.Flood) async throws {
      let hasLeft = Gate()
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        let piece = Array(String(repeating: flood.piece, count: 4096).utf8)
        connection.send(flood.start)
        while connection.send(piece) {}
        hasLeft.open()
      }
      defer { server.close() }
      let route = HTTPRoute(ServiceFeed.lines, "/{room}", reconnection: .never)
      let backend = Backend.http(at: server.url, routes: [route])
      let events = await outcome(of: backend.follow(.lines, Chat(room: "a")))
      #expect(events.error != nil && events.values == [.condition(.connecting)])
      await hasLeft.opened()
    }

    @Test func `is told apart from an orderly end`() async throws {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n"
            + (connection.number == 1 ? "Content-Length: 24\r\n\r\n" : "Content-Length: 12\r\n\r\n") + "{\"number\":1}")
      }
      defer { server.close() }
      let backend = Backend.http(
        at: server.url, routes: [HTTPRoute(lines: .rows, "/{number}")])
      let cut = await outcome(of: backend.follow(.rows, 0))
      expectEqual(cut.error, .transport(code: NSURLErrorNetworkConnectionLost))
      expectEqual(cut.values.compactMap(\.element), [])
      let whole = await outcome(of: backend.follow(.rows, 0))
      #expect(whole.error == nil && whole.values.compactMap(\.element) == [Line(number: 1)])
    }
  }
#endif
