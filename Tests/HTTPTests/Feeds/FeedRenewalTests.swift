import ExpectSupport
import Foundation
import RequestsSupport
import Streams
import StreamsTesting
import Testing

@testable import HTTP

private let chat = Chat(room: "blue room")

/// What becomes of a feed after a 401.
@Suite struct FeedRenewalTests {
  @Test func `goes on with the renewed token where it was`() {
    let credentials = ServerCredentials(for: URL(string: "http://example.org")!)
    credentials.setSession(ServerSession(account: "ada", token: BearerToken("1"))) { _ in }
    let renewal = PassthroughSubject<ServerSession, ServiceError>()
    credentials.renew { _ in renewal.eraseToAnyPublisher() }
    let feed = ScriptedFeed(.lines, HTTPRoute(ServiceFeed.lines, "/{room}"), credentials: credentials)
    let recording = feed.recording(chat)
    feed.transfers.last.head()
    feed.transfers.last.send("id: 5\ndata: {\"number\":1}\n\n")
    feed.transfers.last.end(.connectionLost)
    feed.scheduler.advance(by: .seconds(1))
    feed.transfers.last.head(401)
    feed.transfers.last.end()
    // Time that a renewal needs is not that of a connection.
    feed.scheduler.advance(by: .seconds(3_600))
    #expect(recording.completion == nil)
    renewal.send(ServerSession(account: "ada", token: BearerToken("2")))
    expectEqual(feed.transfers.last.header("Authorization"), "Bearer 2")
    expectEqual(feed.transfers.last.header("Last-Event-ID"), "5")
    feed.transfers.last.head()
    feed.transfers.last.send("id: 6\ndata: {\"number\":2}\n\n")
    expectEqual(recording.values.compactMap(\.element), [Line(number: 1), Line(number: 2)])
  }

  @Test func `ends after a second 401, and after the session of another account`() {
    let credentials = ServerCredentials(for: URL(string: "http://example.org")!)
    credentials.setSession(ServerSession(account: "ada", token: BearerToken("1"))) { _ in }
    credentials.renew { session in Just(session).setFailureType(to: ServiceError.self).eraseToAnyPublisher() }
    let feed = ScriptedFeed(.lines, HTTPRoute(ServiceFeed.lines, "/{room}"), credentials: credentials)
    let recording = feed.recording(chat)
    for _ in 0..<2 {
      #expect(recording.completion == nil)
      feed.transfers.last.head(401)
      feed.transfers.last.end()
    }
    expectEqual(recording.completion, .failure(.status(401)))
    let other = feed.recording(chat)
    feed.transfers.last.head()
    credentials.setSession(ServerSession(account: "eve", token: BearerToken("2"))) { _ in }
    feed.transfers.last.end(.connectionLost)
    feed.scheduler.advance(by: .seconds(1))
    expectEqual(other.completion, .failure(.otherAccount))
    #expect(feed.transfers.connections.allSatisfy { $0.header("Authorization") == "Bearer 1" })
  }
}
