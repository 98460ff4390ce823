import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ReduceTests {
  @Test func `requests unlimited and holds the result until requested`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.reduce(0) { $0 + $1 }.record(demand: .none)
    for value in 1...3 { probe.send(value) }
    probe.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: Reduce"])
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: Reduce", "value: 6", "finished"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
  }

  @Test func `emits the result when the upstream finishes`() throws {
    try expectMarbles("a: -123|\na.upstream: (^*)\nresult: ----([0123]|)") { rows, _ in rows.a.reduce("0", +) }
  }

  @Test func `emits the initial result for an empty upstream`() {
    expectEqual(Empty<Int, Never>().reduce(7, +).record().history, ["subscription: Reduce", "value: 7", "finished"])
  }

  @Test func `drops its result at a failure`() throws {
    try expectMarbles("a: -12#\nresult: ---#") { rows, _ in rows.a.reduce("", +) }
  }

  @Test func `passes a cancel through`() throws {
    try expectMarbles("a: -12|\ncancel: --!\na.upstream: (^*)-!\nresult:") { rows, _ in rows.a.reduce("", +) }
  }

  @Test func `tryReduce cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryReduce(0) { try $0 + positive($1) } }
    expectEqual(history, ["failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel"])
  }

  @Test func `tryReduce emits the result when the upstream finishes`() throws {
    try expectMarbles("a: -12|\nresult: ---([12]|)") { rows, _ in rows.a.tryReduce("") { try $0 + checked($1) } }
  }
}
