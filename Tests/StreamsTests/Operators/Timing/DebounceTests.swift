import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct DebounceTests {
  @Test func `emits the latest value once the interval has passed`() throws {
    try expectMarbles(
      """
      a:           -12-3----4-|
      a.upstream:  (^*)
      result:      -------3---|
      """
    ) { rows, scheduler in rows.a.debounce(for: 3, scheduler: scheduler) }
  }

  @Test func `waits for the interval after the last value`() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    let c = subject.debounce(for: 0.5, scheduler: scheduler).sink { seen.append($0) }
    subject.send(1)
    scheduler.advance(by: 0.4)
    subject.send(2)
    scheduler.advance(by: 0.4)
    expectEqual(seen, [])
    scheduler.advance(by: 0.1)
    expectEqual(seen, [2])
    withExtendedLifetime(c) {}
  }

  @Test func `drops the pending value at a failure`() throws {
    try expectMarbles("a: -1#\nresult: --#") { rows, scheduler in rows.a.debounce(for: 3, scheduler: scheduler) }
  }

  @Test func `drops a value without demand`() throws {
    try expectMarbles(
      """
      a:       -1--2--3
      demand:  1-----1
      result:  --1-----3
      """
    ) { rows, scheduler in rows.a.debounce(for: 1, scheduler: scheduler) }
  }

  @Test func `drops the pending value when it is cancelled`() throws {
    try expectMarbles("a: -1\ncancel: --!\na.upstream: (^*)-!\nresult:") { rows, scheduler in
      rows.a.debounce(for: 3, scheduler: scheduler)
    }
  }

  @Test func `schedules one job at a time`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.debounce(for: 10, scheduler: scheduler).record(on: scheduler)
    for number in 1...100 {
      probe.send(number)
      scheduler.advance(by: 1)
      expectEqual(scheduler.pendingCount, 1)
    }
    scheduler.run()
    expectEqual(recorder.entries.map(\.description).last, "109.0 s: value: 100")
    expectEqual(recorder.values, [100])
    #expect(scheduler.isIdle)
  }

  @Test func `works on a scheduler whose time stands still`() {
    let recorder = (1...3).publisher.debounce(for: 1, scheduler: ImmediateScheduler.shared).record()
    expectEqual(recorder.history, ["subscription: Debounce", "value: 1", "value: 2", "value: 3", "finished"])
    expectEqual(recorder.violations, [])
  }

  @Test func `is released by its job after a cancel`() {
    final class Token {}
    let scheduler = TestScheduler()
    let alive = leaks { detector in
      let probe = ProbePublisher<Token, Never>()
      let token = detector.watch(Token())
      let recorder = detector.watch(probe.debounce(for: 10, scheduler: scheduler).record())
      probe.send(token)
      recorder.cancel()
    }
    expectEqual(alive, [])
    #expect(!scheduler.isIdle)
  }

  @Test func `releases its scheduler after a cancel`() {
    expectEqual(
      leaks { detector in
        let scheduler = detector.watch(TestScheduler())
        let probe = ProbePublisher<Int, Never>()
        let recorder = probe.debounce(for: 10, scheduler: scheduler).record()
        probe.send(1)
        recorder.cancel()
      }, [])
  }
}
