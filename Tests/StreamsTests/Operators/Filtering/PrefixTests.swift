import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct PrefixTests {
  @Test func `cancels and finishes when the condition fails`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.prefix { $0 < 3 }.record()
    probe.send(1)
    probe.send(3)
    probe.send(1)
    expectEqual(recorder.history, ["subscription: PrefixWhile", "value: 1", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func `passes demand, failure and completion through`() throws {
    try expectMarbles("a: -12#\ndemand: 1\na.upstream: (^1)\nresult: -1-#") { rows, _ in rows.a.prefix { $0 < "3" } }
    try expectMarbles("a: -12|\nresult: -12|") { rows, _ in rows.a.prefix { $0 < "3" } }
  }

  @Test func `passes a cancel through`() throws {
    try expectMarbles("a: -12\ncancel: --!\na.upstream: (^*)-!\nresult: -12") { rows, _ in rows.a.prefix { $0 < "3" } }
  }

  @Test func `tryPrefix cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryPrefix { try positive($0) > 0 } }
    expectEqual(
      history,
      [
        "value: 1", "failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel",
      ])
  }

  @Test func `tryPrefix cancels and finishes when the condition fails`() throws {
    try expectMarbles("a: -13\na.upstream: (^*)-!\nresult: -1|") { rows, _ in
      rows.a.tryPrefix { try checked($0) < "3" }
    }
  }
}
