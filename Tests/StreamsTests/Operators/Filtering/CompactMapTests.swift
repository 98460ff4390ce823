import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct CompactMapTests {
  @Test func `requests another value for each dropped one`() {
    let probe = ProbePublisher<String, Never>()
    let recorder = probe.compactMap { Int($0) }.record(demand: .max(1))
    probe.send("x")
    probe.send("2")
    expectEqual(recorder.history, ["subscription: Probe", "value: 2"])
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(1))])
  }

  @Test func `unwraps values and drops nil`() throws {
    try expectMarbles("a: -1x2|\nresult: -1-2|") { rows, _ in rows.a.compactMap { Int($0) } }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1x#\nresult: -1-#") { rows, _ in rows.a.compactMap { Int($0) } }
    try expectMarbles("a: -12\ncancel: --!\na.upstream: (^*)-!\nresult: -12") { rows, _ in
      rows.a.compactMap { Int($0) }
    }
  }

  @Test func `tryCompactMap cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryCompactMap { value throws -> Int? in try positive(value) } }
    expectEqual(
      history,
      [
        "value: 1", "failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel",
      ])
  }

  @Test func `tryCompactMap requests another value for each dropped one`() throws {
    try expectMarbles("a: -a1|\ndemand: 1\na.upstream: (^1)+1\nresult: --1|") { rows, _ in
      rows.a.tryCompactMap { try Int(checked($0)) }
    }
  }
}
