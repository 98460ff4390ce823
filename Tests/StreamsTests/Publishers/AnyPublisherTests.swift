import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct AnyPublisherTests {
  @Test func `passes everything through`() throws {
    try expectMarbles("a: -1-2#\ndemand: 1-1\na.upstream: (^1)-1\nresult: -1-2#") { rows, _ in
      rows.a.eraseToAnyPublisher()
    }
    try expectMarbles("a: -1\ncancel: --!\na.upstream: (^*)-!\nresult: -1") { rows, _ in AnyPublisher(rows.a) }
  }

  @Test func `passes returned demand through`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.eraseToAnyPublisher().record(demand: .max(1)) { _ in .max(3) }
    probe.send(1)
    expectEqual(recorder.history, ["subscription: Probe", "value: 1"])
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(3))])
  }
}
