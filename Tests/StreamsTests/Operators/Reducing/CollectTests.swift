import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct CollectTests {
  @Test func `collects every value into one array`() {
    expectEqual([3, 1, 2].publisher.collect().record().values, [[3, 1, 2]])
  }

  @Test func `emits an empty array for an empty upstream`() {
    expectEqual(Empty<Int, Never>().collect().record().values, [[]])
  }

  @Test func `requests unlimited and holds the array until requested`() throws {
    try expectMarbles(
      """
      a:          -12|
      demand:     -----1
      a.upstream: (^*)
      result:     -----([12]|)
      """
    ) { rows, _ in rows.a.collect().map { $0.joined() } }
  }

  @Test func `drops what it collected at a failure`() throws {
    try expectMarbles("a: -12#\nresult: ---#") { rows, _ in rows.a.collect().map { $0.joined() } }
  }

  @Test func `passes a cancel through`() throws {
    try expectMarbles("a: -12|\ncancel: --!\na.upstream: (^*)-!\nresult:") { rows, _ in
      rows.a.collect().map { $0.joined() }
    }
  }
}
