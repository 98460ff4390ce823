import Chat
import Foundation
import Recording
import Screens
import Testing

/// A day in memory, which `Clients/day.py` has recorded once.
@MainActor @Suite struct RecordingTests {
  private let text: String

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/day.jsonl")
    text = try String(contentsOf: file, encoding: .utf8)
  }

  private func replay(_ text: String) async throws -> Replay.Report {
    await Replay(try Recording(Array(text.utf8)), .chat, threadTimeout: .seconds(600)).report()
  }

  @Test func `replays a day`() async throws {
    let report = try await replay(text)
    #expect(report.problem == nil)
    #expect(report.summary == "All 104 states are equal.")
  }

  @Test func `names the first state that differs`() async throws {
    let report = try await replay(text.replacingOccurrences(of: #""text":"Let me see.""#, with: #""text":"?""#))
    #expect(report.problem != nil)
  }

  @Test func `has neither the password nor a token`() {
    #expect(text.contains("passwordChanged"))
    #expect(!text.contains("1234\"") && !text.contains("token-of"))
  }
}
