import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ReplaceErrorTests {
  @Test func `holds the replacement until it is requested`() {
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.replaceError(with: 9).record(demand: .max(1))
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: ReplaceError", "value: 1"])
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: ReplaceError", "value: 1", "value: 9", "finished"])
  }

  @Test func `sends the replacement when the upstream fails`() throws {
    try expectMarbles("a: -1#\na.upstream: (^*)\nresult: -1(0|)") { rows, _ in rows.a.replaceError(with: "0") }
  }

  @Test func `passes values, demand and completion through`() throws {
    try expectMarbles(
      """
      a:          -1-2-|
      demand:     1-1
      a.upstream: (^1)-1
      result:     -1-2-|
      """
    ) { rows, _ in rows.a.replaceError(with: "0") }
  }

  @Test func `passes a cancel through`() throws {
    try expectMarbles("a: -1-#\ncancel: --!\na.upstream: (^*)-!\nresult: -1") { rows, _ in
      rows.a.replaceError(with: "0")
    }
  }

  @Test func `sends the replacement after a delivery that fails`() {
    let history = Reentrancy.historyOfCompleting(.failure(Oops())) { $0.replaceError(with: 2) }
    expectEqual(history, ["value: 1", "value: 2", "finished"])
  }
}
