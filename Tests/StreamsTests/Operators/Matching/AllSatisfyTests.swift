import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct AllSatisfyTests {
  @Test func `emits false and cancels at the first mismatch`() {
    let probe = ProbePublisher<Int, Never>()
    let all = probe.allSatisfy { $0 > 0 }.record()
    probe.send(-1)
    expectEqual(all.history, ["subscription: AllSatisfy", "value: false", "finished"])
    expectEqual(probe.subscriberCount, 0)
  }

  @Test func `emits true when every value matches`() {
    expectEqual(Empty<Int, Never>().allSatisfy { $0 > 0 }.record().values, [true])
    expectEqual(
      [1, 2].publisher.allSatisfy { $0 > 0 }.record().history,
      [
        "subscription: AllSatisfy", "value: true", "finished",
      ])
  }

  @Test func `holds the answer until it is requested`() throws {
    try expectMarbles(
      """
      a:          -1|
      demand:     ----1
      a.upstream: (^*)
      result:     ----([true]|)
      """
    ) { rows, _ in rows.a.allSatisfy { $0 == "1" } }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\nresult: --#") { rows, _ in rows.a.allSatisfy { $0 == "1" } }
    try expectMarbles("a: -1|\ncancel: -!\na.upstream: (^*)!\nresult:") { rows, _ in rows.a.allSatisfy { $0 == "1" } }
  }

  @Test func `tryAllSatisfy cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryAllSatisfy { try positive($0) < 9 } }
    expectEqual(history, ["failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel"])
  }

  @Test func `tryAllSatisfy emits false at the first mismatch`() throws {
    try expectMarbles("a: -12\na.upstream: (^*)-!\nresult: --([false]|)") { rows, _ in
      rows.a.tryAllSatisfy { try checked($0) == "1" }
    }
  }
}
