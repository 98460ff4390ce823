import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct CountTests {
  @Test func `counts the values and finishes`() {
    expectEqual([3, 1, 2].publisher.count().record().history, ["subscription: Count", "value: 3", "finished"])
    expectEqual(Empty<Int, Never>().count().record().values, [0])
  }

  @Test func `requests unlimited and holds the count until requested`() throws {
    try expectMarbles(
      """
      a:          -12|
      demand:     -----1
      a.upstream: (^*)
      result:     -----(2|)
      """
    ) { rows, _ in rows.a.count() }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -12#\nresult: ---#") { rows, _ in rows.a.count() }
    try expectMarbles("a: -12|\ncancel: --!\na.upstream: (^*)-!\nresult:") { rows, _ in rows.a.count() }
  }
}
