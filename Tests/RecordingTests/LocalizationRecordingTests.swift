import ExpectSupport
import Foundation
import Recording
import Testing
import ViewModels

/// The language and the locale of a session, recorded and replayed.
@MainActor @Suite struct LocalizationRecordingTests {
  private static let german = AppLocalization(Language("de") ?? .english, locale: Locale(identifier: "de_AT"))

  private func difference(in recording: String) async throws -> Replay.Difference? {
    await Replay(try Recording(Array(recording.utf8)), .tributary).run()
  }

  @Test func `a session in English does not name its language`() {
    let session = RecordedSession()
    session.recorder.end()
    #expect(!session.recording.contains("language") && !session.recording.contains("locale"))
  }

  @Test func `a replay begins in the language of the session`() async throws {
    let session = RecordedSession(localization: Self.german)
    _ = session.open(.balance)
    session.scheduler.advance(by: .milliseconds(500))
    session.recorder.end()
    #expect(
      session.recording.hasPrefix(#"{"backend":"mock","fail":"","front":"test 1.0","language":"de","latency":0,"#))
    #expect(session.recording.contains(#""locale":"de_AT""#))
    #expect(try await difference(in: session.recording)?.message == nil)
    let english = session.recording.replacing(#""language":"de","latency""#, with: #""latency""#)
      .replacing(#""locale":"de_AT","#, with: "")
    #expect(try await difference(in: english) != nil)
  }

  @Test func `a replay says what differs in the language of its user`() async throws {
    let session = RecordedSession()
    let counter = session.open(.counter)
    session.send(.nextButtonWasTapped, to: counter)
    session.recorder.end()
    let words = Words(language: Language("de") ?? .english)
    let equal = await Replay(try Recording(Array(session.recording.utf8)), .tributary).report(in: words)
    expectEqual(equal.summary, "Alle 2 Zustände sind gleich.")
    let other = session.recording.replacing("nextButtonWasTapped", with: "clearButtonWasTapped")
    let difference = try #require(try await difference(in: other))
    let message = difference.message(in: words)
    #expect(message.hasPrefix("Zeile \(difference.line) der Aufzeichnung weicht ab.\nSchritt:  "))
    #expect(difference.message.hasPrefix("Line \(difference.line) of the recording differs.\nturn:     "))
  }

  @Test func `a change is a command of the recording`() async throws {
    let session = RecordedSession()
    _ = session.open(.balance)
    session.recorder.turn { _ = try? session.app.perform(.localize(Self.german)) }
    session.scheduler.advance(by: .milliseconds(500))
    session.recorder.end()
    #expect(session.recording.contains("\n" + #"{"language":"de","locale":"de_AT"}"# + "\n"))
    #expect(try await difference(in: session.recording)?.message == nil)
    let without = session.recording.replacing(#"{"language":"de","locale":"de_AT"}"# + "\n", with: "")
    #expect(try await difference(in: without) != nil)
  }

  @Test func `a change by the app itself is no command, because the event before it is one`() async throws {
    let session = RecordedSession()
    _ = session.open(.balance)
    session.recorder.turn { session.app.environment.localize(Self.german) }
    session.recorder.end()
    expectEqual(session.app.localization, Self.german)
    #expect(!session.recording.contains(#""language":"de""#))
  }
}
