import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct RemoveDuplicatesTests {
  @Test func `drops values that equal the previous one`() throws {
    try expectMarbles("a: -112-21-|\nresult: -1-2--1-|") { rows, _ in rows.a.removeDuplicates() }
  }

  @Test func `requests another value for each dropped one`() throws {
    try expectMarbles(
      """
      a:          -112
      demand:     2
      a.upstream: (^2)-+1
      result:     -1-2
      """
    ) { rows, _ in rows.a.removeDuplicates() }
  }

  @Test func `compares with the last value received`() {
    // Compared with the last value emitted, 3 would pass.
    let values = [1, 2, 3, 5].publisher.removeDuplicates { $1 == $0 + 1 }.record().values
    expectEqual(values, [1, 5])
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -11#\nresult: -1-#") { rows, _ in rows.a.removeDuplicates() }
    try expectMarbles("a: -12\ncancel: --!\na.upstream: (^*)-!\nresult: -12") { rows, _ in rows.a.removeDuplicates() }
  }

  @Test func `tryRemoveDuplicates cancels and fails on an error`() {
    let history = historyOfThrowing { $0.tryRemoveDuplicates { try positive($0) == positive($1) } }
    expectEqual(
      history,
      [
        "value: 1", "failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel",
      ])
  }

  @Test func `tryRemoveDuplicates drops equal values`() throws {
    try expectMarbles("a: -1123|\ndemand: 2\na.upstream: (^2)-+1\nresult: -1-2-|") { rows, _ in
      rows.a.tryRemoveDuplicates { try checked($0) == $1 }
    }
  }
}
