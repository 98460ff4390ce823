import Streams
import StreamsTesting
import Support
import Testing

@Suite struct DebounceTests {
  @Test func sendsAValueWhenItHasBeenQuiet() throws {
    let diagram = try MarbleDiagram(
      """
      a:           -12-3----4-|
      a.upstream:  (^*)
      result:      -------3---|
      """)
    #expect(diagram.played { rows, scheduler in rows.a.debounce(for: 3, scheduler: scheduler) } == diagram)
  }

  @Test func dropsTheWaitingValueAtAFailure() throws {
    let diagram = try MarbleDiagram("a: -1#\nresult: --#")
    #expect(diagram.played { rows, scheduler in rows.a.debounce(for: 3, scheduler: scheduler) } == diagram)
  }

  @Test func dropsAValueThatFindsNoDemand() throws {
    let diagram = try MarbleDiagram(
      """
      a:       -1--2--3
      demand:  1-----1
      result:  --1-----3
      """)
    #expect(diagram.played { rows, scheduler in rows.a.debounce(for: 1, scheduler: scheduler) } == diagram)
  }

  @Test func setsOneAlarmAtATime() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.debounce(for: 10, scheduler: scheduler).record(on: scheduler)
    for number in 1...100 {
      probe.send(number)
      scheduler.advance(by: 1)
      #expect(scheduler.pendingCount == 1)
    }
    scheduler.run()
    #expect(recorder.entries.map(\.description).last == "109.0 s: value: 100")
    #expect(recorder.values == [100])
    #expect(scheduler.isIdle)
  }

  @Test func aCancelledPipelineIsNotKeptByItsAlarm() {
    final class Token {}
    let scheduler = TestScheduler()
    let alive = leaks { detector in
      let probe = ProbePublisher<Token, Never>()
      let token = detector.watch(Token())
      let recorder = detector.watch(probe.debounce(for: 10, scheduler: scheduler).record())
      probe.send(token)
      recorder.cancel()
    }
    #expect(alive == [])
    #expect(!scheduler.isIdle)
  }

  @Test func aPipelineThatIsLeftWithItsAlarmDoesNotKeepTheScheduler() {
    #expect(
      leaks { detector in
        let scheduler = detector.watch(TestScheduler())
        let probe = ProbePublisher<Int, Never>()
        let recorder = probe.debounce(for: 10, scheduler: scheduler).record()
        probe.send(1)
        recorder.cancel()
      } == [])
  }

  @Test func worksOnASchedulerWhoseTimeStandsStill() {
    let recorder = (1...3).publisher.debounce(for: 1, scheduler: ImmediateScheduler.shared).record()
    #expect(recorder.history == ["subscription: Debounce", "value: 1", "value: 2", "value: 3", "finished"])
    #expect(recorder.violations == [])
  }
}
