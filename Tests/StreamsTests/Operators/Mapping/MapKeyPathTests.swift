import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MapKeyPathTests {
  private struct Point {
    let x, y, z: Int
  }

  @Test func `maps by one, two and three key paths`() {
    let point = Just(Point(x: 1, y: 2, z: 3))
    expectEqual(point.map(\.x).record().values, [1])
    expectEqual(point.map(\.x, \.y).map { $0 + $1 }.record().values, [3])
    expectEqual(point.map(\.x, \.y, \.z).map { $0 + $1 + $2 }.record().values, [6])
  }

  @Test func `passes demand, failure and cancel through`() throws {
    try expectMarbles("a: -a-bc#\ndemand: 2\na.upstream: (^2)\nresult: -1-1-#") { rows, _ in
      rows.a.map(\.count as KeyPath<String, Int>)
    }
    try expectMarbles("a: -ab\ncancel: --!\na.upstream: (^*)-!\nresult: -11") { rows, _ in
      rows.a.map(\.count as KeyPath<String, Int>)
    }
  }
}
