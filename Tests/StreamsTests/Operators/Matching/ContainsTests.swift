import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ContainsTests {
  @Test func `emits true and cancels at the first match`() {
    let probe = ProbePublisher<Int, Never>()
    let contains = probe.contains(2).record()
    probe.send(1)
    probe.send(2)
    expectEqual(contains.history, ["subscription: Contains", "value: true", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func `emits false when nothing matches`() {
    expectEqual(Empty<Int, Never>().contains(1).record().values, [false])
    expectEqual([1, 2].publisher.contains(3).record().history, ["subscription: Contains", "value: false", "finished"])
  }

  @Test func `holds the answer until it is requested`() throws {
    try expectMarbles(
      """
      a:          -12
      demand:     ----1
      a.upstream: (^*)-!
      result:     ----([true]|)
      """
    ) { rows, _ in rows.a.contains { $0 > "1" } }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\nresult: --#") { rows, _ in rows.a.contains("2") }
    try expectMarbles("a: -1|\ncancel: -!\na.upstream: (^*)!\nresult:") { rows, _ in rows.a.contains("2") }
  }

  @Test func `tryContains cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryContains { try positive($0) > 9 } }
    expectEqual(history, ["failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel"])
  }

  @Test func `tryContains emits true and cancels at the first match`() throws {
    try expectMarbles("a: -12\na.upstream: (^*)-!\nresult: --([true]|)") { rows, _ in
      rows.a.tryContains { try checked($0) > "1" }
    }
  }
}
