import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ReplaceNilTests {
  @Test func `replaces nil by the given value`() {
    expectEqual([1, nil, 3].publisher.replaceNil(with: 0).record().values, [1, 0, 3])
  }

  @Test func `passes demand, failure and cancel through`() throws {
    try expectMarbles("a: -a-xb#\ndemand: 2\na.upstream: (^2)\nresult: -a-0-#") { rows, _ in
      rows.a.map { $0 == "x" ? nil : $0 }.replaceNil(with: "0")
    }
    try expectMarbles("a: -ax\ncancel: --!\na.upstream: (^*)-!\nresult: -a0") { rows, _ in
      rows.a.map { $0 == "x" ? nil : $0 }.replaceNil(with: "0")
    }
  }
}
