import ExpectSupport
import Foundation
import HTTP
import RequestsSupport
import Streams
import StreamsTesting
import Testing

/// Tests of the server's side of a feed.
@Suite struct FeedStreamTests {
  private let subject = PassthroughSubject<Line, ServiceError>()

  private var endpoints: HTTPEndpoints {
    let subject = subject
    let backend = Backend.handlers([
      ServiceHandler(publishing: .lines) { chat in
        let first = [chat.position.map { Line(number: Int($0) ?? 0) }].compactMap(\.self).publisher
        return first.setFailureType(to: ServiceError.self).append(subject).eraseToAnyPublisher()
      },
      ServiceHandler(publishing: .rows) { _ in subject.eraseToAnyPublisher() },
      ServiceHandler(.cities) { [oslo] },
    ])
    return HTTPEndpoints(
      backend,
      routes: [
        HTTPRoute(ServiceFeed.lines, "/rooms/{room}", id: "position"), HTTPRoute(lines: .rows, "/rows/{number}"),
        HTTPRoute(ServiceFeed.texts, "/texts"), HTTPRoute(.cities, "/cities"),
      ])
  }

  private func text(_ values: [Data]) -> [String] { values.map { String(decoding: $0, as: UTF8.self) } }

  @Test func `sends events, and begins where the client was`() throws {
    let request = HTTPEndpoints.Request(method: "GET", path: ["rooms", "blue"], lastEventID: "7")
    let stream = try #require(endpoints.stream(for: request))
    expectEqual(stream.contentType, "text/event-stream")
    let recorder = stream.chunks.record()
    subject.send(Line(number: 8, position: "8"))
    subject.send(completion: .failure(.closed))
    expectEqual(
      text(recorder.values),
      [
        ":\n\n", "data: {\"number\":7,\"position\":null}\n\n", "id: 8\ndata: {\"number\":8,\"position\":\"8\"}\n\n",
      ])
    expectEqual(recorder.completion, .failure(.closed))
  }

  @Test func `sends lines`() throws {
    let stream = try #require(endpoints.stream(for: .init(method: "GET", path: ["rows", "1"])))
    expectEqual(stream.contentType, "application/x-ndjson")
    let recorder = stream.chunks.record()
    subject.send(Line(number: 1))
    expectEqual(text(recorder.values), ["", "{\"number\":1,\"position\":null}\n"])
  }

  @Test func `is there for feeds alone, and fails as the backend does`() throws {
    #expect(endpoints.stream(for: .init(method: "GET", path: ["cities"])) == nil)
    #expect(endpoints.stream(for: .init(method: "POST", path: ["texts"])) == nil)
    #expect(endpoints.stream(for: .init(method: "GET", path: ["nothing"])) == nil)
    let stream = try #require(endpoints.stream(for: .init(method: "GET", path: ["texts"])))
    let recorder = stream.chunks.record()
    #expect(recorder.values == [] && recorder.completion == .failure(.noSuchFeed("texts")))
  }

  @Test func `is refused where there is none`() throws {
    func status(_ path: [String]) -> [Int] {
      endpoints.reply(to: .init(method: "GET", path: path)).record().values.map(\.status)
    }
    // The backend has no such feed, and the path holds no number.
    expectEqual(status(["texts"]), [404])
    #expect(endpoints.stream(for: .init(method: "GET", path: ["rows", "one"])) == nil)
    expectEqual(status(["rows", "one"]), [400])
    expectEqual(HTTPEndpoints.Reply(.noSuchFeed("texts")).status, 404)
    let feed = ScriptedFeed(.texts, HTTPRoute(ServiceFeed.texts, "/texts"))
    let client = feed.recording(())
    feed.transfers.last.head(404, type: "application/problem+json")
    feed.transfers.last.end()
    expectEqual(client.completion, .failure(.status(404)))
  }

  @Test func `is read as it is written`() throws {
    let request = HTTPEndpoints.Request(method: "GET", path: ["rooms", "blue"])
    let recorder = try #require(endpoints.stream(for: request)).chunks.record()
    subject.send(Line(number: 8, position: "a b"))
    let feed = ScriptedFeed(.lines, HTTPRoute(ServiceFeed.lines, "/rooms/{room}", id: "position"))
    let client = feed.recording(Chat(room: "blue"))
    feed.transfers.last.head()
    for chunk in text(recorder.values) { feed.transfers.last.send(chunk) }
    expectEqual(client.values.compactMap(\.element), [Line(number: 8, position: "a b")])
  }
}
