import Dispatch
import ExpectSupport
import Testing

@testable import Transports

@Suite struct ReaderProgressTests {
  /// A check, in milliseconds after the start.
  private struct Check {
    var instant: Int
    var readCount: Int
    var isAllWritten = false
  }

  /// What each check says of the reader.
  private func answers(_ checks: Check...) -> [Bool] {
    let start = DispatchTime(uptimeNanoseconds: 1_000_000_000)
    var progress = ReaderProgress(since: start)
    return checks.map {
      progress.goesOn(
        at: start + .milliseconds($0.instant), readCount: $0.readCount, isAllWritten: $0.isAllWritten)
    }
  }

  @Test func `stops after 2 s in which nothing is read`() {
    expectEqual(answers(Check(instant: 1_999, readCount: 0), Check(instant: 2_000, readCount: 0)), [true, false])
  }

  @Test func `a reader that reads a byte gets 2 s more`() {
    let answers = answers(
      Check(instant: 1_999, readCount: 1), Check(instant: 3_998, readCount: 2), Check(instant: 5_997, readCount: 2),
      Check(instant: 5_998, readCount: 2))
    expectEqual(answers, [true, true, true, false])
  }

  @Test func `time in which nothing waits does not count`() {
    let answers = answers(
      Check(instant: 60_000, readCount: 0, isAllWritten: true), Check(instant: 61_000, readCount: 0),
      Check(instant: 62_000, readCount: 0))
    expectEqual(answers, [true, true, false])
  }
}
