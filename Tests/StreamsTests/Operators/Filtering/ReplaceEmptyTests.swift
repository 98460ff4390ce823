import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ReplaceEmptyTests {
  @Test func `holds the replacement until it is requested`() {
    let recorder = Empty<Int, Never>().replaceEmpty(with: 1).record(demand: .none)
    expectEqual(recorder.history, ["subscription: ReplaceEmpty"])
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: ReplaceEmpty", "value: 1", "finished"])
    expectEqual([2].publisher.replaceEmpty(with: 1).record().values, [2])
    expectEqual(Fail<Int, Oops>(error: Oops()).replaceEmpty(with: 1).record().history.last, "failure: Oops()")
  }

  @Test func `passes values and demand through`() throws {
    try expectMarbles(
      """
      a:          -1-2-|
      demand:     1-1
      a.upstream: (^1)-1
      result:     -1-2-|
      """
    ) { rows, _ in rows.a.replaceEmpty(with: "0") }
  }

  @Test func `sends the replacement when the upstream finishes empty`() throws {
    try expectMarbles("a: --|\na.upstream: (^*)\nresult: --(0|)") { rows, _ in rows.a.replaceEmpty(with: "0") }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: --#\nresult: --#") { rows, _ in rows.a.replaceEmpty(with: "0") }
    try expectMarbles("a: ---|\ncancel: --!\na.upstream: (^*)-!\nresult:") { rows, _ in rows.a.replaceEmpty(with: "0") }
  }

  @Test func `finishes after a delivery in which the upstream finishes`() {
    let history = Reentrancy.historyOfCompleting(.finished) { $0.replaceEmpty(with: 2) }
    expectEqual(history, ["value: 1", "finished"])
  }
}
