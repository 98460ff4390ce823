import ExpectSupport
import Foundation
import Locking
import Services
import Support
import Testing

@testable import Console

/// The balance from a real HTTP server that fails at the second request.
@MainActor @Suite struct ServerTranscriptTests {
  @Test(
    arguments: [
      (
        .response(HTTPResponse(status: 500, body: Array("oops".utf8))), "The backend answered with status 500."
      ),
      (.response(.json("{\"value\":")), "The backend's answer cannot be understood."),
      (
        .response(.json(#"{"value":{"amount":"1.00","currency":"USD"}}"#)), "The backend's answer cannot be understood."
      ),
      (.garbage(Array("nothing like HTTP\r\n\r\n".utf8)), "The backend's answer cannot be understood."),
      (
        .cutOff(.json(#"{"value":{"amount":"1.00","currency":"USD"},"date":"2026-11-20T15:04:05Z"}"#), after: 20),
        "The backend cannot be reached."
      ),
    ] as [(Answer, String)])
  func `a failed refresh says why and keeps the last value`(failure: Answer, why: String) async throws {
    let good = Answer.response(
      .json(#"{"value":{"amount":"1234.56","currency":"USD"},"date":"2026-11-20T15:04:05Z"}"#))
    let answers = LockedValue([good, failure, good])
    let server = try LoopbackServer { request in
      guard request.target == "/balance" else { return .response(HTTPResponse(status: 404)) }
      return answers.withLock { $0.isEmpty ? .hangUp : $0.removeFirst() }
    }
    defer { server.close() }
    let url = try #require(URL(string: server.url))

    let file = try TranscriptFile("Server/balance.txt")
    let session = await Session(file.script, backend: .http(url, timeout: .seconds(600)))
    expectEqual(session.text, file.text.replacing("WHY", with: why))
  }
}
