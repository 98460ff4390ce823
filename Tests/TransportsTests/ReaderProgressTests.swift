import Dispatch
import ExpectSupport
import Testing

@testable import Transports

@Suite struct ReaderProgressTests {
  /// Some checks in a row that all find the same.
  private struct Checks {
    var count: Int
    /// The milliseconds before each of them.
    var interval = 50
    var readCount = 0
    var isAllRead = false
  }

  /// What the last of each checks says of the reader.
  private func answers(_ rows: Checks...) -> [Bool] {
    var now = DispatchTime(uptimeNanoseconds: 1_000_000_000)
    var progress = ReaderProgress(since: now)
    return rows.map { row in
      var answer = true
      for _ in 1...row.count {
        now = now + .milliseconds(row.interval)
        answer = progress.goesOn(at: now, readCount: row.readCount, isAllRead: row.isAllRead)
      }
      return answer
    }
  }

  @Test func `stops after 2 s in which nothing is read`() {
    expectEqual(answers(Checks(count: 39), Checks(count: 1)), [true, false])
  }

  @Test func `a reader that reads a byte gets 2 s more`() {
    let answers = answers(
      Checks(count: 39), Checks(count: 1, readCount: 1), Checks(count: 39, readCount: 1),
      Checks(count: 1, readCount: 2),
      Checks(count: 39, readCount: 2), Checks(count: 1, readCount: 2))
    expectEqual(answers, [true, true, true, true, true, false])
  }

  @Test func `time in which nothing waits does not count`() {
    let answers = answers(Checks(count: 1_000, isAllRead: true), Checks(count: 39), Checks(count: 1))
    expectEqual(answers, [true, true, false])
  }

  @Test func `the reader of a process that was stopped has time left`() {
    let answers = answers(
      Checks(count: 1), Checks(count: 1, interval: 3_600_000), Checks(count: 36), Checks(count: 1))
    expectEqual(answers, [true, true, true, false])
  }
}
