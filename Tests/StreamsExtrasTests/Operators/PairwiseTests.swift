import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct PairwiseTests {
  @Test func `pairs each value with the previous one`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.pairwise().map { "\($0.previous)\($0.current)" }.record(demand: .max(2))
    for number in 1...3 { probe.send(number) }
    probe.send(completion: .finished)
    expectEqual(recorder.values, ["12", "23"])
    expectEqual(probe.events, [.subscribe, .request(.max(2)), .additional(.max(1))])
    expectEqual(recorder.violations, [])
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -12#\nresult: --[12]#") { rows, _ in rows.a.pairwise().map { $0.previous + $0.current } }
    try expectMarbles("a: -12\ncancel: ---!\na.upstream: (^*)+1-!\nresult: --[12]") { rows, _ in
      rows.a.pairwise().map { $0.previous + $0.current }
    }
  }
}
