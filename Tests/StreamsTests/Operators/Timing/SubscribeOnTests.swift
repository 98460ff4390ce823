import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct SubscribeOnTests {
  @Test func `subscribes, requests and cancels in jobs`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.subscribe(on: scheduler).record(demand: .max(1))
    expectEqual(probe.events, [])
    scheduler.advance()
    expectEqual(probe.events, [.subscribe, .request(.max(1))])
    probe.send(1)
    expectEqual(recorder.values, [1])
    recorder.request(.max(1))
    expectEqual(probe.events.count, 2)
    scheduler.advance()
    expectEqual(probe.events.last, .request(.max(1)))
    recorder.cancel()
    expectEqual(probe.subscriberCount, 1)
    probe.send(2)
    expectEqual(recorder.values, [1])
    scheduler.advance()
    expectEqual(probe.events.last, .cancel)
    expectEqual(recorder.violations, [])
  }

  @Test func `schedules nothing after a cancel`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let keeper = SubscriptionKeeper()
    keeper.attach(to: probe.subscribe(on: scheduler))
    scheduler.advance()
    keeper.subscription?.cancel()
    expectEqual(scheduler.pendingCount, 1)
    keeper.subscription?.request(.max(1))
    keeper.subscription?.cancel()
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance()
    expectEqual(probe.events, [.subscribe, .cancel])
  }

  @Test func `passes returned demand on without a job`() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.subscribe(on: scheduler).record(demand: .max(1)) { _ in .max(1) }
    scheduler.advance()
    for value in 1...3 { subject.send(value) }
    expectEqual(recorder.values, [1, 2, 3])
  }

  @Test func `passes the completion on at once`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.subscribe(on: scheduler).record()
    scheduler.advance()
    probe.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: SubscribeOn", "finished"])
  }

  @Test func `passes values and a failure on at once`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Oops>()
    let recorder = probe.subscribe(on: scheduler).record()
    scheduler.advance()
    probe.send(1)
    probe.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: SubscribeOn", "value: 1", "failure: Oops()"])
    #expect(scheduler.isIdle)
  }
}
