import ExpectSupport
import Foundation
import RequestsSupport
import Storage
import Streams
import StreamsTesting
import Testing

@testable import HTTP

private let chat = Chat(room: "blue room")

@Suite struct FeedConnectionTests {
  private func feed(_ feed: ServiceFeed<Chat, Line> = .lines, _ path: String = "/rooms/{room}") -> ScriptedFeed<
    Chat, Line
  > {
    ScriptedFeed(feed, HTTPRoute(feed, path, id: "position"))
  }

  private func rows(resuming: Bool = false) -> ScriptedFeed<Int, Line> {
    let feed = ServiceFeed.rows
    guard resuming else { return ScriptedFeed(feed, HTTPRoute(lines: feed, "/rows?after={after}")) }
    return ScriptedFeed(feed, HTTPRoute(lines: feed, "/rows?after={after}", resuming: { $1.number }))
  }

  @Test func `asks for an event stream`() {
    let feed = feed()
    let recording = feed.recording(chat)
    let request = feed.transfers.last.request
    #expect(request.url == "http://example.org/api/rooms/blue%20room" && request.method == "GET")
    expectEqual(feed.transfers.last.header("Accept"), "text/event-stream, application/problem+json")
    expectEqual(feed.transfers.last.header("Cache-Control"), "no-cache")
    #expect(feed.transfers.last.header("Last-Event-ID") == nil)
    #expect(!request.readsOnly)
    expectEqual(recording.values, [.condition(.connecting)])
  }

  @Test func `what is not UTF-8 in an event is replaced`() {
    guard case .feed(let route) = HTTPRoute(.lines, "/rooms/{room}", id: "position").form else { return }
    let data = Array("{\"number\":1,\"position\":\"a".utf8) + [0xFF] + Array("\"}".utf8)
    expectEqual(route.element(data) as? Line, Line(number: 1, position: "a\u{FFFD}"))
    expectEqual(route.element(Array("{\"number\":1}".utf8), id: "ü") as? Line, Line(number: 1, position: "ü"))
  }

  @Test func `publishes the elements of events`() {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head(type: "text/event-stream; charset=utf-8")
    feed.transfers.last.send("data: {\"number\":1}\n\nid: 7\nda")
    feed.transfers.last.send("ta: {\"number\":\ndata: 2}\n\nevent: ping\ndata: {}\n\n: comment\n\n")
    expectEqual(
      recording.values,
      [
        .condition(.connecting), .condition(.open), .element(Line(number: 1)),
        .element(Line(number: 2, position: "7")),
      ])
    recording.cancel()
    #expect(feed.transfers.last.isCancelled)
  }

  @Test func `publishes a text as it is, and with the type of its event`() {
    let texts = ScriptedFeed(.texts, HTTPRoute(ServiceFeed.texts, "/texts", events: ["message", "note"]))
    let recording = texts.recording(())
    texts.transfers.last.head()
    texts.transfers.last.send("data: \"a\"\ndata: b\n\nevent: note\ndata\n\n")
    expectEqual(recording.values.compactMap(\.element), ["\"a\"\nb", ""])
    let lines = ScriptedFeed(.lines, HTTPRoute(ServiceFeed.lines, "/{room}", events: ["add"], type: "position"))
    let other = lines.recording(chat)
    lines.transfers.last.head()
    lines.transfers.last.send("event: add\ndata: {\"number\":1}\n\ndata: {\"number\":2}\n\n")
    expectEqual(other.values.compactMap(\.element), [Line(number: 1, position: "add")])
  }

  @Test func `connects again after a cut and after an end, behind the latest id`() {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.transfers.last.send("id: 1\ndata: {\"number\":1}\n\nid: 2\n\nid: 3\ndata: {\"numb")
    feed.transfers.last.end(.connectionLost)
    let lost = ServiceError.transport(code: NSURLErrorNetworkConnectionLost)
    expectEqual(recording.values.last, .condition(.interrupted(lost, nextTry: .seconds(1))))
    expectEqual(feed.transfers.connections.count, 1)
    feed.scheduler.advance(by: .milliseconds(999))
    expectEqual(feed.transfers.connections.count, 1)
    feed.scheduler.advance(by: .milliseconds(1))
    expectEqual(feed.transfers.connections.count, 2)
    expectEqual(feed.transfers.last.header("Last-Event-ID"), "2")
    feed.transfers.last.head()
    feed.transfers.last.end()
    expectEqual(recording.values.last, .condition(.interrupted(.closed, nextTry: .seconds(2))))
    // A connection on which nothing came does not lose the resume point.
    feed.scheduler.advance(by: .seconds(2))
    expectEqual(feed.transfers.last.header("Last-Event-ID"), "2")
    feed.transfers.last.head()
    feed.transfers.last.send("id:\n\n")
    feed.transfers.last.end()
    feed.scheduler.advance(by: .seconds(4))
    expectEqual(feed.transfers.connections.count, 4)
    #expect(feed.transfers.last.header("Last-Event-ID") == nil)
    #expect(recording.completion == nil)
  }

  @Test func `begins behind the id that the input names`() {
    let feed = feed()
    let recording = feed.recording(Chat(room: "a", position: "41"))
    expectEqual(feed.transfers.last.header("Last-Event-ID"), "41")
    expectEqual(feed.transfers.last.request.url, "http://example.org/api/rooms/a")
    feed.transfers.last.end(.connectionRefused)
    feed.scheduler.advance(by: .seconds(1))
    expectEqual(feed.transfers.last.header("Last-Event-ID"), "41")
    recording.cancel()
  }

  @Test func `waits as long as the server asks for`() {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.transfers.last.send("retry: 7000\n")
    feed.transfers.last.end()
    expectEqual(recording.values.last, .condition(.interrupted(.closed, nextTry: .seconds(7))))
  }

  @Test func `waits longer after each try that has brought no element`() {
    let feed = feed()
    let recording = feed.recording(chat)
    for seconds in [1, 2, 4, 8, 16, 30, 30] {
      feed.transfers.last.end(.connectionRefused)
      expectEqual(recording.values.last, .condition(.interrupted(.connectionRefused, nextTry: .seconds(seconds))))
      feed.scheduler.advance(by: .seconds(seconds))
    }
    feed.transfers.last.head()
    feed.transfers.last.send(":\n\n")
    feed.transfers.last.end(.connectionLost)
    let lost = ServiceError.transport(code: NSURLErrorNetworkConnectionLost)
    expectEqual(recording.values.last, .condition(.interrupted(lost, nextTry: .seconds(30))))
    feed.scheduler.advance(by: .seconds(30))
    feed.transfers.last.head()
    feed.transfers.last.send("data: {\"number\":1}\n\n")
    feed.transfers.last.end(.connectionLost)
    expectEqual(recording.values.last, .condition(.interrupted(lost, nextTry: .seconds(1))))
  }

  @Test func `a quiet connection that was open for long is followed by the next one soon`() {
    let feed = feed()
    let recording = feed.recording(chat)
    for _ in 1...4 {
      feed.transfers.last.head()
      feed.scheduler.advance(by: .seconds(29))
      feed.transfers.last.send(":\n")
      feed.scheduler.advance(by: .seconds(1))
      feed.transfers.last.end()
      expectEqual(recording.values.last, .condition(.interrupted(.closed, nextTry: .seconds(1))))
      feed.scheduler.advance(by: .seconds(1))
    }
  }

  @Test func `ends after the last try`() {
    let route = HTTPRoute(
      ServiceFeed.lines, "/{room}", reconnection: FeedReconnection(first: .seconds(1), attempts: 1))
    let feed = ScriptedFeed(.lines, route)
    let recording = feed.recording(chat)
    feed.transfers.last.end(.connectionRefused)
    feed.scheduler.advance(by: .seconds(1))
    feed.transfers.last.end(.connectionRefused)
    expectEqual(recording.completion, .failure(.connectionRefused))
    feed.scheduler.advance(by: .seconds(100))
    expectEqual(feed.transfers.connections.count, 2)
  }

  @Test func `ends in order with status 204`() {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.transfers.last.end()
    feed.scheduler.advance(by: .seconds(1))
    feed.transfers.last.head(204)
    expectEqual(recording.completion, .finished)
  }

  @Test func `ends in order with the reply, if the route says so`() {
    let feed = ScriptedFeed(.lines, HTTPRoute(ServiceFeed.lines, "/{room}", endsInOrder: true))
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.transfers.last.send("data: {\"number\":1}\n")
    feed.transfers.last.end()
    expectEqual(recording.completion, .finished)
    expectEqual(recording.values.last, .condition(.open))
  }

  @Test(arguments: [400, 401, 403, 404, 410, 451])
  func `ends with a status that refuses it`(_ status: Int) {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head(status, type: "application/problem+json")
    #expect(recording.completion == nil)
    feed.transfers.last.send("{\"detail\":\"Not for you.\"}")
    feed.transfers.last.end()
    expectEqual(recording.completion, .failure(.problem(status: status, detail: "Not for you.")))
    feed.scheduler.advance(by: .seconds(100))
    expectEqual(feed.transfers.connections.count, 1)
  }

  @Test func `reads no body of an error without end, and waits for none`() {
    let flooded = feed()
    let recording = flooded.recording(chat)
    flooded.transfers.last.head(404, type: "application/problem+json")
    let piece = String(repeating: "x", count: 1 << 18)
    for _ in 0..<3 { flooded.transfers.last.send(piece) }
    #expect(recording.completion == nil)
    flooded.transfers.last.send(piece)
    expectEqual(recording.completion, .failure(.status(404)))
    #expect(flooded.transfers.last.isCancelled)
    let silent = feed()
    let other = silent.recording(chat)
    silent.transfers.last.head(503, type: "application/problem+json")
    silent.transfers.last.send("{\"detail\":\"La")
    silent.scheduler.advance(by: .seconds(30))
    expectEqual(other.values.last, .condition(.interrupted(.status(503), nextTry: .seconds(1))))
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503])
  func `connects again after a status that may pass`(_ status: Int) {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head(status, type: "text/html")
    feed.transfers.last.send("<html>")
    feed.transfers.last.end(.connectionLost)
    expectEqual(recording.values.last, .condition(.interrupted(.status(status), nextTry: .seconds(1))))
    feed.scheduler.advance(by: .seconds(1))
    expectEqual(feed.transfers.connections.count, 2)
  }

  @Test(arguments: [429, 503]) func `waits as long as a refusal asks for`(_ status: Int) {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head(status, type: "text/html", ["Retry-After": "120"])
    feed.transfers.last.end()
    expectEqual(recording.values.last, .condition(.interrupted(.status(status), nextTry: .seconds(120))))
    feed.scheduler.advance(by: .milliseconds(119_999))
    expectEqual(feed.transfers.connections.count, 1)
    feed.scheduler.advance(by: .milliseconds(1))
    feed.transfers.last.head(
      status, type: "text/html",
      ["Date": "Fri, 27 Nov 2026 15:59:30 GMT", "Retry-After": "Fri, 27 Nov 2026 16:00:30 GMT"])
    feed.transfers.last.end()
    expectEqual(recording.values.last, .condition(.interrupted(.status(status), nextTry: .seconds(60))))
    feed.scheduler.advance(by: .seconds(60))
    // What comes later is not refused, and waits no longer than usual.
    feed.transfers.last.head()
    feed.transfers.last.send(":\n")
    feed.transfers.last.end()
    expectEqual(recording.values.last, .condition(.interrupted(.closed, nextTry: .seconds(4))))
  }

  @Test(
    arguments: [
      (200, "application/json", [:]), (200, "", [:]), (200, "text/event-stream", ["Content-Encoding": "gzip"]),
      (206, "text/event-stream", [:]),
    ] as [(Int, String, [String: String])])
  func `ends where the reply is no event stream`(_ status: Int, _ type: String, _ headers: [String: String]) {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head(status, type: type, headers)
    feed.transfers.last.end()
    expectEqual(recording.completion, .failure(.decoding))
  }

  @Test func `follows a redirection within the origin`() {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head(307, ["Location": "/other?a=b"])
    #expect(feed.transfers.connections[0].isCancelled)
    expectEqual(feed.transfers.last.request.url, "http://example.org/other?a=b")
    feed.transfers.last.head()
    expectEqual(recording.values, [.condition(.connecting), .condition(.open)])
    let other = feed.recording(chat)
    feed.transfers.last.head(307, ["Location": "http://example.com/"])
    feed.transfers.last.end()
    expectEqual(other.completion, .failure(.status(307)))
    let circle = feed.recording(chat)
    for _ in 0...HTTPTransport.maximumRedirections {
      #expect(circle.completion == nil)
      feed.transfers.last.head(307, ["Location": "/"])
    }
    feed.transfers.last.end()
    expectEqual(circle.completion, .failure(.status(307)))
  }

  @Test func `reports a refused token`() {
    let credentials = ServerCredentials(for: URL(string: "http://example.org")!)
    credentials.setToken(BearerToken("abc")) { _ in }
    let feed = ScriptedFeed(.lines, HTTPRoute(ServiceFeed.lines, "/{room}"), credentials: credentials)
    let refusals = credentials.refusals.record()
    let recording = feed.recording(chat)
    expectEqual(feed.transfers.last.header("Authorization"), "Bearer abc")
    feed.transfers.last.head(401, type: "application/problem+json")
    feed.transfers.last.send("{\"detail\":\"What is abc?\"}")
    feed.transfers.last.end()
    expectEqual(refusals.values.count, 1)
    expectEqual(recording.completion, .failure(.status(401)))
  }

  // MARK: - Elements that cannot be read

  @Test func `fails at an element that cannot be read`() {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.transfers.last.send("data: {\"number\":1}\n\ndata: {\"number\":\"two\"}\n\ndata: {\"number\":3}\n\n")
    expectEqual(recording.values.compactMap(\.element), [Line(number: 1)])
    expectEqual(recording.completion, .failure(.unreadable("lines", number: 2)))
    #expect(feed.transfers.last.isCancelled)
  }

  @Test func `goes on behind an element that cannot be read`() {
    let feed = feed(.lines.skippingUnreadable())
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.transfers.last.send("id: 1\ndata: {\"number\":1}\n\nid: 2\ndata: {]\n\n")
    feed.transfers.last.end(.connectionLost)
    feed.scheduler.advance(by: .seconds(1))
    expectEqual(feed.transfers.last.header("Last-Event-ID"), "2")
    #expect(recording.values.contains(.unreadable(.unreadable("lines", number: 2))))
  }

  @Test func `ends at an event that is too long, before it is complete`() {
    let feed = ScriptedFeed(.lines, HTTPRoute(ServiceFeed.lines, "/{room}", maximumSize: 50))
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    for _ in 0..<6 { feed.transfers.last.send("data: 1234\n") }
    #expect(recording.completion == nil)
    for _ in 0..<6 { feed.transfers.last.send("data: 1234\n") }
    expectEqual(recording.completion, .failure(.oversized("lines", number: 1, id: "")))
    #expect(feed.transfers.last.isCancelled)
  }

  // MARK: - The window

  @Test func `pauses the transfer while the window is full`() {
    let feed = feed(.lines.windowed(elements: 10))
    let probe = RecordingSubscriber<FeedEvent<Line>, ServiceError>(demand: .none)
    feed.publisher(chat).subscribe(probe)
    let connection = feed.transfers.last
    connection.head()
    let event = "data: {\"number\":1}\n\n"
    let count = 4000
    #expect(event.utf8.count * count > 64 << 10)
    for _ in 0..<count where connection.wantsMore { connection.send(event) }
    #expect(!connection.wantsMore)
    let received = 10 + (64 << 10) / event.utf8.count + 1
    // One entry is the subscription, and two are conditions.
    for count in 2...(received + 3) {
      probe.request(.max(1))
      expectEqual(probe.entries.count, count)
    }
    #expect(connection.wantsMore)
    probe.request(.unlimited)
    connection.send(event)
    #expect(probe.values.count == received + 3 && probe.violations == [])
  }

  @Test func `connects again when there is room`() {
    let feed = feed(.lines.windowed(elements: 1))
    let probe = RecordingSubscriber<FeedEvent<Line>, ServiceError>(demand: .none)
    feed.publisher(chat).subscribe(probe)
    feed.transfers.last.head()
    feed.transfers.last.send("data: {\"number\":1}\n\n")
    feed.transfers.last.end(.connectionLost)
    feed.scheduler.advance(by: .seconds(10))
    expectEqual(feed.transfers.connections.count, 1)
    probe.request(.max(3))
    expectEqual(probe.values.last, .element(Line(number: 1)))
    expectEqual(feed.transfers.connections.count, 1)
    probe.request(.max(1))
    expectEqual(feed.transfers.connections.count, 2)
  }

  // MARK: - Silence

  @Test func `cuts a silent connection`() {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.scheduler.advance(by: .seconds(40))
    feed.transfers.last.send(":\n")
    feed.scheduler.advance(by: .milliseconds(59_999))
    expectEqual(recording.values.last, .condition(.open))
    feed.scheduler.advance(by: .milliseconds(1))
    expectEqual(recording.values.last, .condition(.interrupted(.timeout, nextTry: .seconds(1))))
    #expect(feed.transfers.connections[0].isCancelled)
    feed.transfers.connections[0].send("data: {\"number\":1}\n\n")
    expectEqual(recording.values.count, 3)
  }

  @Test func `cuts no connection that is paused`() {
    let feed = feed(.lines.windowed(elements: 1))
    let probe = RecordingSubscriber<FeedEvent<Line>, ServiceError>(demand: .max(2))
    feed.publisher(chat).subscribe(probe)
    feed.transfers.last.head()
    feed.transfers.last.send("data: {\"number\":1}\n\ndata: {\"number\":2}\n\n")
    feed.scheduler.advance(by: .seconds(3600))
    probe.request(.unlimited)
    feed.scheduler.advance(by: .seconds(59))
    expectEqual(probe.values.last, .element(Line(number: 2)))
    feed.scheduler.advance(by: .seconds(60))
    #expect(
      probe.values.last == .condition(.interrupted(.timeout, nextTry: .seconds(1)))
        || feed.transfers.connections.count > 1)
  }

  @Test func `cuts no connection without a limit`() {
    let feed = ScriptedFeed(.lines, HTTPRoute(ServiceFeed.lines, "/{room}", silence: nil))
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.scheduler.advance(by: .seconds(100_000))
    expectEqual(recording.values.last, .condition(.open))
  }

  @Test func `gives up a connection whose head is late`() {
    let feed = feed()
    let recording = feed.recording(chat)
    feed.scheduler.advance(by: .seconds(30))
    expectEqual(recording.values.last, .condition(.interrupted(.timeout, nextTry: .seconds(1))))
    #expect(feed.transfers.connections[0].isCancelled)
  }

  // MARK: - Lines of JSON

  @Test(arguments: ["application/x-ndjson", "application/jsonl", "application/x-ndjson; charset=utf-8"])
  func `publishes lines of JSON`(_ type: String) {
    let rows = rows()
    let recording = rows.recording(7)
    expectEqual(rows.transfers.last.request.url, "http://example.org/api/rows?after=7")
    expectEqual(
      rows.transfers.last.header("Accept"), "application/x-ndjson, application/jsonl, application/problem+json")
    rows.transfers.last.head(type: type)
    rows.transfers.last.send("{\"number\":1}\n\n{\"number\":2}\r\n{\"number\":")
    rows.transfers.last.send("3}")
    expectEqual(recording.values.compactMap(\.element).map(\.number), [1, 2])
    rows.transfers.last.end()
    expectEqual(recording.values.compactMap(\.element).map(\.number), [1, 2, 3])
    expectEqual(recording.completion, .finished)
  }

  @Test func `fails when lines are cut`() {
    let rows = rows()
    let recording = rows.recording(0)
    rows.transfers.last.head(type: "application/jsonl")
    rows.transfers.last.send("{\"number\":1}\n{\"number\":2}")
    rows.transfers.last.end(.connectionLost)
    expectEqual(recording.values.compactMap(\.element).map(\.number), [1])
    expectEqual(recording.completion, .failure(.transport(code: NSURLErrorNetworkConnectionLost)))
  }

  @Test func `resumes lines that were cut behind the last element`() {
    let rows = rows(resuming: true)
    let recording = rows.recording(0)
    rows.transfers.last.head(type: "application/jsonl")
    rows.transfers.last.send("{\"number\":1}\n{\"number\":2}\n{\"num")
    rows.transfers.last.end(.connectionLost)
    rows.scheduler.advance(by: .seconds(1))
    expectEqual(rows.transfers.last.request.url, "http://example.org/api/rows?after=2")
    rows.transfers.last.head(type: "application/jsonl")
    rows.transfers.last.send("{\"number\":3}")
    rows.transfers.last.end()
    expectEqual(recording.values.compactMap(\.element).map(\.number), [1, 2, 3])
    expectEqual(recording.completion, .finished)
  }
}
