import Expenses
import Foundation
import Recording
import Screens
import Testing

/// A session of 200 events, which `Clients/record.py` has recorded once.
@MainActor @Suite struct RecordingTests {
  private let text: String

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/session.jsonl")
    text = try String(contentsOf: file, encoding: .utf8)
  }

  private func replay(_ text: String) async throws -> Replay.Report {
    await Replay(try Recording(Array(text.utf8)), .expenses, threadTimeout: .seconds(600)).report()
  }

  @Test func `replays a session of 200 events`() async throws {
    let report = try await replay(text)
    #expect(report.problem == nil)
    #expect(report.summary == "All 310 states are equal.")
  }

  @Test func `names the first state that differs`() async throws {
    let report = try await replay(text.replacingOccurrences(of: #""text":"Tea was deleted.""#, with: #""text":"?""#))
    #expect(report.problem?.contains("Tea was deleted.") == true)
  }

  @Test func `has neither the password nor the token`() {
    #expect(text.contains("passwordChanged"))
    #expect(!text.contains("1234\"") && !text.contains("token-of"))
  }
}
