import Streams
import StreamsTesting
import Testing

@Suite struct MeasureIntervalTests {
  @Test func tellsTheTimeSinceTheValueBefore() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<String, Never>()
    let recorder = probe.measureInterval(using: scheduler).record(demand: .max(3))
    for seconds in [2, 0, 5] {
      scheduler.advance(by: .seconds(seconds))
      probe.send("x")
    }
    probe.send(completion: .finished)
    #expect(recorder.values == [2, 0, 5])
    #expect(recorder.completion == .finished)
    #expect(probe.events == [.subscribe, .request(.max(3))])
  }

  @Test func theFirstTimeBeginsWhenTheSubscriptionComes() {
    let (scheduler, other) = (TestScheduler(), TestScheduler())
    let probe = ProbePublisher<String, Never>()
    let recorder = probe.subscribe(on: other).measureInterval(using: scheduler).record()
    scheduler.advance(by: 5)
    other.advance()
    scheduler.advance(by: 2)
    probe.send("x")
    #expect(recorder.values == [2])
  }
}
