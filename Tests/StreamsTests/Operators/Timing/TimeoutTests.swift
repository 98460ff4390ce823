import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct TimeoutTests {
  @Test func `counts from the subscription and from each value`() throws {
    try expectMarbles(
      """
      a:           --1--2-3------4
      a.upstream:  (^*)---------!
      result:      --1--2-3--|
      """
    ) { rows, scheduler in rows.a.timeout(3, scheduler: scheduler) }
  }

  @Test func `counts again from the first request`() throws {
    try expectMarbles("a: -------1\ndemand: --1-1\na.upstream: ^-1-1!\nresult: -----|") { rows, scheduler in
      rows.a.timeout(3, scheduler: scheduler)
    }
  }

  @Test func `finishes and cancels without a value`() throws {
    try expectMarbles("a: ----1\na.upstream: (^*)--!\nresult: ---|") { rows, scheduler in
      rows.a.timeout(3, scheduler: scheduler)
    }
  }

  @Test func `fails with its custom error`() {
    struct TooSlow: Error, Equatable {}
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, TooSlow>()
    let recorder = probe.timeout(3, scheduler: scheduler, customError: { TooSlow() }).record(on: scheduler)
    scheduler.advance(by: 9)
    expectEqual(recorder.entries.map(\.description), ["0.0 s: subscription: Timeout", "3.0 s: failure: TooSlow()"])
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
    expectEqual(recorder.violations, [])
  }

  @Test func `passes demand and completion through`() throws {
    try expectMarbles(
      """
      a:           -1-23-|
      demand:      2--1
      a.upstream:  (^2)--1
      result:      -1-23-|
      """
    ) { rows, scheduler in rows.a.timeout(9, scheduler: scheduler) }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\na.upstream: (^*)\nresult: -1#") { rows, scheduler in
      rows.a.timeout(3, scheduler: scheduler)
    }
    try expectMarbles("a: -1\ncancel: --!\na.upstream: (^*)-!\nresult: -1") { rows, scheduler in
      rows.a.timeout(3, scheduler: scheduler)
    }
  }

  @Test func `schedules one job at a time`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.timeout(10, scheduler: scheduler).record()
    for number in 1...100 {
      scheduler.advance(by: 1)
      probe.send(number)
      scheduler.advance()
      expectEqual(scheduler.pendingCount, 1)
    }
    probe.send(completion: .finished)
    scheduler.advance()
    expectEqual(recorder.values, Array(1...100))
    expectEqual(recorder.completion, .finished)
    scheduler.run()
    expectEqual(recorder.violations, [])
  }

  @Test func `is released after a cancel`() {
    expectEqual(
      leaks { detector in
        let scheduler = detector.watch(TestScheduler())
        let probe = ProbePublisher<Int, Never>()
        let recorder = detector.watch(probe.timeout(10, scheduler: scheduler).record())
        recorder.cancel()
      }, [])
  }
}
