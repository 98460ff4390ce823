import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct LastTests {
  @Test func `emits the last value when the upstream finishes`() {
    let numbers = [3, 1, 2].publisher
    expectEqual(numbers.last().record().values, [2])
    expectEqual(numbers.last { $0 > 2 }.record().values, [3])
  }

  @Test func `finishes without a value for an empty upstream`() {
    expectEqual(Empty<Int, Never>().last().record().history, ["subscription: Last", "finished"])
    expectEqual([1].publisher.last { $0 > 1 }.record().history, ["subscription: LastWhere", "finished"])
  }

  @Test func `requests unlimited and holds the value until requested`() throws {
    try expectMarbles(
      """
      a:          -12|
      demand:     -----1
      a.upstream: (^*)
      result:     -----(2|)
      """
    ) { rows, _ in rows.a.last() }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\nresult: --#") { rows, _ in rows.a.last() }
    try expectMarbles("a: -1|\ncancel: -!\na.upstream: (^*)!\nresult:") { rows, _ in rows.a.last() }
  }

  @Test func `tryLast cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryLast { try positive($0) < 9 } }
    expectEqual(history, ["failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel"])
  }

  @Test func `tryLast emits the last match when the upstream finishes`() throws {
    try expectMarbles("a: -12|\nresult: ---(1|)") { rows, _ in rows.a.tryLast { try checked($0) < "2" } }
  }
}
