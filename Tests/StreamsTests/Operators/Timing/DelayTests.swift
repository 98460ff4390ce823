import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct DelayTests {
  @Test func `delays values and completion`() throws {
    try expectMarbles(
      """
      a:           -1(23)--|
      a.upstream:  (^*)
      result:      ---1(23)--|
      """
    ) { rows, scheduler in rows.a.delay(for: 2, scheduler: scheduler) }
  }

  @Test func `delays a failure`() throws {
    try expectMarbles("a: -1#\nresult: ---1#") { rows, scheduler in rows.a.delay(for: 2, scheduler: scheduler) }
  }

  @Test func `passes demand on at once`() throws {
    try expectMarbles(
      """
      a:           -1-2-3-4
      demand:      1--2
      a.upstream:  (^1)--2
      result:      ---1---3-4
      """
    ) { rows, scheduler in rows.a.delay(for: 2, scheduler: scheduler) }
  }

  @Test func `drops pending values when it is cancelled`() throws {
    try expectMarbles(
      """
      a:           -123
      cancel:      ---!
      a.upstream:  (^*)--!
      result:
      """
    ) { rows, scheduler in rows.a.delay(for: 2, scheduler: scheduler) }
  }

  @Test func `is released after a cancel`() {
    final class Token {}
    expectEqual(
      leaks { detector in
        let scheduler = detector.watch(TestScheduler())
        let probe = ProbePublisher<Token, Never>()
        let recorder = detector.watch(probe.delay(for: 10, scheduler: scheduler).record())
        probe.send(detector.watch(Token()))
        recorder.cancel()
      }, [])
  }
}
