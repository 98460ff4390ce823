import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MeasureIntervalTests {
  @Test func `emits the time since the previous value`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<String, Never>()
    let recorder = probe.measureInterval(using: scheduler).record(demand: .max(3))
    for seconds in [2, 0, 5] {
      scheduler.advance(by: .seconds(seconds))
      probe.send("x")
    }
    probe.send(completion: .finished)
    expectEqual(recorder.values, [2, 0, 5])
    expectEqual(recorder.completion, .finished)
    expectEqual(probe.events, [.subscribe, .request(.max(3))])
  }

  @Test func `measures the first interval from the subscription`() {
    let (scheduler, other) = (TestScheduler(), TestScheduler())
    let probe = ProbePublisher<String, Never>()
    let recorder = probe.subscribe(on: other).measureInterval(using: scheduler).record()
    scheduler.advance(by: 5)
    other.advance()
    scheduler.advance(by: 2)
    probe.send("x")
    expectEqual(recorder.values, [2])
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\nresult: -[Stride(magnitude: 1000000000)]#") { rows, scheduler in
      rows.a.measureInterval(using: scheduler)
    }
    try expectMarbles("a: -\ncancel: --!\na.upstream: (^*)-!\nresult:") { rows, scheduler in
      rows.a.measureInterval(using: scheduler)
    }
  }
}
