import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MinMaxTests {
  @Test func `emits the least and the greatest value`() {
    let numbers = [3, 1, 2].publisher
    expectEqual(numbers.min().record().values, [1])
    expectEqual(numbers.max().record().values, [3])
    expectEqual(numbers.min { $0 > $1 }.record().values, [3])
    expectEqual(numbers.max { $0 > $1 }.record().values, [1])
  }

  @Test func `emits nothing for an empty upstream`() {
    let nothing = Empty<Int, Never>()
    expectEqual(nothing.max().record(demand: .none).history, ["subscription: Comparison", "finished"])
    expectEqual(nothing.min().record(demand: .none).history, ["subscription: Comparison", "finished"])
  }

  @Test func `keeps the first of several greatest values`() {
    let words = ["bb", "a", "cc", "d"].publisher
    expectEqual(words.max { $0.count < $1.count }.record().values, ["bb"])
    expectEqual(words.min { $0.count < $1.count }.record().values, ["a"])
  }

  @Test func `requests unlimited and holds the value until requested`() throws {
    try expectMarbles(
      """
      a:          -132|
      demand:     ------1
      a.upstream: (^*)
      result:     ------(3|)
      """
    ) { rows, _ in rows.a.max() }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -12#\nresult: ---#") { rows, _ in rows.a.min() }
    try expectMarbles("a: -12|\ncancel: --!\na.upstream: (^*)-!\nresult:") { rows, _ in rows.a.max() }
  }

  @Test func `tryMin cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryMin { try positive($0) < $1 } }
    expectEqual(history, ["failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel"])
  }

  @Test func `tryMax cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryMax { try $0 < positive($1) } }
    expectEqual(history, ["failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel"])
  }

  @Test func `tryMin and tryMax emit a value when they finish`() {
    let numbers = [3, 1, 2].publisher
    expectEqual(numbers.tryMin { try positive($0) < $1 }.record().history.dropFirst(), ["value: 1", "finished"])
    expectEqual(numbers.tryMax { try positive($0) < $1 }.record().history.dropFirst(), ["value: 3", "finished"])
  }
}
