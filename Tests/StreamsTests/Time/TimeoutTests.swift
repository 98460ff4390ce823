import Streams
import StreamsTesting
import Support
import Testing

@Suite struct TimeoutTests {
  @Test func runsFromTheSubscriptionAndFromEachValue() throws {
    let diagram = try MarbleDiagram(
      """
      a:           --1--2-3------4
      a.upstream:  (^*)---------!
      result:      --1--2-3--|
      """)
    #expect(diagram.played { rows, scheduler in rows.a.timeout(3, scheduler: scheduler) } == diagram)
  }

  @Test func endsAtOnceWithoutAValue() throws {
    let diagram = try MarbleDiagram("a: ----1\na.upstream: (^*)--!\nresult: ---|")
    #expect(diagram.played { rows, scheduler in rows.a.timeout(3, scheduler: scheduler) } == diagram)
  }

  @Test func failsWithTheErrorForIt() {
    struct TooSlow: Error, Equatable {}
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, TooSlow>()
    let recorder = probe.timeout(3, scheduler: scheduler, customError: { TooSlow() }).record(on: scheduler)
    scheduler.advance(by: 9)
    #expect(recorder.entries.map(\.description) == ["0.0 s: subscription: Timeout", "3.0 s: failure: TooSlow()"])
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
    #expect(recorder.violations == [])
  }

  @Test func passesDemandAndTheEndThrough() throws {
    let diagram = try MarbleDiagram(
      """
      a:           -1-23-|
      demand:      2--1
      a.upstream:  (^2)--1
      result:      -1-23-|
      """)
    let played = diagram.played { rows, scheduler in rows.a.timeout(9, scheduler: scheduler) }
    #expect(played == diagram)
  }

  @Test func setsOneAlarmAtATime() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.timeout(10, scheduler: scheduler).record()
    for number in 1...100 {
      scheduler.advance(by: 1)
      probe.send(number)
      scheduler.advance()
      #expect(scheduler.pendingCount == 1)
    }
    probe.send(completion: .finished)
    scheduler.advance()
    #expect(recorder.values == Array(1...100))
    #expect(recorder.completion == .finished)
    scheduler.run()
    #expect(recorder.violations == [])
  }

  @Test func aCancelledPipelineIsNotKept() {
    #expect(
      leaks { detector in
        let scheduler = detector.watch(TestScheduler())
        let probe = ProbePublisher<Int, Never>()
        let recorder = detector.watch(probe.timeout(10, scheduler: scheduler).record())
        recorder.cancel()
      } == [])
  }
}
