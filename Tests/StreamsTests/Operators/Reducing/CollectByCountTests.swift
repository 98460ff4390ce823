import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct CollectByCountTests {
  @Test func `requests demand times count and flushes the rest`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.collect(2).record(demand: .max(1)) { _ in .max(1) }
    for value in 1...3 { probe.send(value) }
    probe.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: CollectByCount", "value: [1, 2]", "value: [3]", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.max(2)), .additional(.max(2))])
  }

  @Test func `emits an array for each full count`() throws {
    try expectMarbles("a: -1234|\nresult: --[12]-[34]|") { rows, _ in rows.a.collect(2).map { $0.joined() } }
  }

  @Test func `drops an incomplete array at a failure`() throws {
    try expectMarbles("a: -123#\nresult: --[12]-#") { rows, _ in rows.a.collect(2).map { $0.joined() } }
  }

  @Test func `passes a cancel through`() throws {
    try expectMarbles("a: -1-2\ncancel: --!\na.upstream: (^*)-!\nresult:") { rows, _ in
      rows.a.collect(2).map { $0.joined() }
    }
  }
}
