import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct SubscribeOnTests {
  @Test func `subscribes, requests and cancels in jobs`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.subscribe(on: scheduler).record(demand: .max(1))
    #expect(probe.events == [])
    scheduler.advance()
    #expect(probe.events == [.subscribe, .request(.max(1))])
    probe.send(1)
    #expect(recorder.values == [1])
    recorder.request(.max(1))
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

  @Test func `schedules nothing after a cancel`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let keeper = SubscriptionKeeper()
    keeper.attach(to: probe.subscribe(on: scheduler))
    scheduler.advance()
    keeper.subscription?.cancel()
    #expect(scheduler.pendingCount == 1)
    keeper.subscription?.request(.max(1))
    keeper.subscription?.cancel()
    #expect(scheduler.pendingCount == 1)
    scheduler.advance()
    #expect(probe.events == [.subscribe, .cancel])
  }

  @Test func `passes returned demand on without a job`() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.subscribe(on: scheduler).record(demand: .max(1)) { _ in .max(1) }
    scheduler.advance()
    for value in 1...3 { subject.send(value) }
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func `passes the completion on at once`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.subscribe(on: scheduler).record()
    scheduler.advance()
    probe.send(completion: .finished)
    #expect(recorder.history == ["subscription: SubscribeOn", "finished"])
  }

  @Test func `passes values and a failure on at once`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.subscribe(on: scheduler).record()
    scheduler.advance()
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    #expect(recorder.history == ["subscription: SubscribeOn", "value: 1", "failure: Oops()"])
    #expect(scheduler.isIdle)
  }
}
