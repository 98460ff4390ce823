import Foundation
import Testing

@testable import ServerSupport
@testable import Stdio

/// The timer that watches for the change of day, in a session that is recorded and replayed.
@MainActor @Suite struct DayChangeTests {
  /// The milliseconds from 15:04:05 to midnight.
  private static let untilMidnight = (8 * 3_600 + 55 * 60 + 55) * 1_000

  @Test func `a session that lasts beyond midnight replays equal, without waiting`() throws {
    let stage = RecordedStage(RecordedStage.slow())
    stage.say(open(1, "balance"))
    stage.wait(Self.untilMidnight - 100)
    #expect(stage.wait(100).first?.contains("Last update: Yesterday at 3:04:05 PM.") == true)
    stage.say(send(2, "balance-1", "refreshButtonWasTapped"))
    stage.wait(200)
    stage.end()
    #expect(stage.recording.contains("Yesterday"))
    #expect(try stage.replay() == nil)
  }

  @Test func `a replay sets no timer of its own`() throws {
    let stage = RecordedStage(RecordedStage.slow())
    stage.say(open(1, "balance"))
    stage.wait(200)
    stage.end()
    #expect(!stage.recording.contains("Yesterday"))
    #expect(try stage.replay() == nil)
  }

  @Test func `sync does not wait for midnight`() {
    let stage = RecordedStage(RecordedStage.slow())
    stage.say(open(1, "balance"))
    stage.say(request(2, "sync"))
    #expect(stage.wait(200).contains(result(2)))
  }
}
