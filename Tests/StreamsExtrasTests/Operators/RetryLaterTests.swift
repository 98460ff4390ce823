import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct RetryLaterTests {
  struct Broken: Error, Equatable { let number: Int }

  private func failing(_ probe: ProbePublisher<Int, Broken>, _ number: Int) {
    probe.send(completion: .failure(Broken(number: number)))
  }

  @Test func `subscribes again after the delay`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Broken>(on: scheduler)
    let recorder = probe.retry(2, after: { .seconds(1 + $0) }, scheduler: scheduler).record(demand: .max(2))
    probe.send(1)
    failing(probe, 1)
    scheduler.run()
    failing(probe, 2)
    scheduler.run()
    probe.send(2)
    failing(probe, 3)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.completion, .failure(Broken(number: 3)))
    expectEqual(
      probe.log.map { "\($0.time?.sinceStart.magnitude ?? -1) \($0.event)" },
      [
        "0 subscribe", "0 request max(2)", "1000000000 subscribe", "1000000000 request max(1)",
        "3000000000 subscribe", "3000000000 request max(1)",
      ])
    expectEqual(recorder.violations, [])
  }

  @Test func `fails when its condition rejects the error`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Broken>()
    let recorder = probe.retry(9, after: { _ in 1 }, scheduler: scheduler, when: { $0.number == 0 }).record()
    failing(probe, 0)
    scheduler.run()
    failing(probe, 1)
    expectEqual(recorder.completion, .failure(Broken(number: 1)))
    #expect(scheduler.isIdle)
  }

  @Test func `accepts demand and cancel during the delay`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Broken>()
    let recorder = probe.retry(9, after: { _ in 1 }, scheduler: scheduler).record(demand: .none)
    failing(probe, 0)
    recorder.request(.max(3))
    scheduler.run()
    expectEqual(probe.events, [.subscribe, .subscribe, .request(.max(3))])
    failing(probe, 0)
    recorder.cancel()
    scheduler.run()
    expectEqual(probe.events.count, 3)
  }

  @Test func `passes values, demand and completion through`() throws {
    try expectMarbles("a: -1-2|\ndemand: 1-1\na.upstream: (^1)-1\nresult: -1-2|") { rows, scheduler in
      rows.a.retry(1, after: { _ in 1 }, scheduler: scheduler)
    }
  }
}
