import Streams
import StreamsTesting
import Testing

@Suite struct SubscribeOnTests {
  @Test func subscribesRequestsAndCancelsInJobs() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.subscribe(on: scheduler).record(demand: .max(1), then: { $0 == 1 ? .max(1) : .none })
    #expect(probe.events == [])
    scheduler.advance()
    #expect(probe.events == [.subscribe, .request(.max(1))])
    probe.send(1)
    #expect(recorder.values == [1])
    #expect(probe.events.count == 2)
    scheduler.advance()
    #expect(probe.events.last == .request(.max(1)))
    recorder.cancel()
    #expect(probe.subscriberCount == 1)
    probe.send(2)
    #expect(recorder.values == [1])
    scheduler.advance()
    #expect(probe.events.last == .cancel)
    #expect(recorder.violations == [])
  }

  @Test func passesTheEndOnAtOnce() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.subscribe(on: scheduler).record()
    scheduler.advance()
    probe.send(completion: .finished)
    #expect(recorder.history == ["subscription: SubscribeOn", "finished"])
  }
}
