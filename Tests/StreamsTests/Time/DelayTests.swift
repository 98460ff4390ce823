import Streams
import StreamsTesting
import Support
import Testing

@Suite struct DelayTests {
  @Test func sendsValuesAndTheEndLater() throws {
    let diagram = try MarbleDiagram(
      """
      a:           -1(23)--|
      a.upstream:  (^*)
      result:      ---1(23)--|
      """)
    #expect(diagram.played { rows, scheduler in rows.a.delay(for: 2, scheduler: scheduler) } == diagram)
  }

  @Test func sendsAFailureLater() throws {
    let diagram = try MarbleDiagram("a: -1#\nresult: ---1#")
    #expect(diagram.played { rows, scheduler in rows.a.delay(for: 2, scheduler: scheduler) } == diagram)
  }

  @Test func passesDemandOnAtOnce() throws {
    let diagram = try MarbleDiagram(
      """
      a:           -1-2-3-4
      demand:      1--2
      a.upstream:  (^1)--2
      result:      ---1---3-4
      """)
    #expect(diagram.played { rows, scheduler in rows.a.delay(for: 2, scheduler: scheduler) } == diagram)
  }

  @Test func dropsWhatIsOnTheWayWhenCancelled() throws {
    let diagram = try MarbleDiagram(
      """
      a:           -123
      cancel:      ---!
      a.upstream:  (^*)--!
      result:
      """)
    #expect(diagram.played { rows, scheduler in rows.a.delay(for: 2, scheduler: scheduler) } == diagram)
  }

  @Test func aCancelledPipelineIsNotKept() {
    final class Token {}
    #expect(
      leaks { detector in
        let scheduler = detector.watch(TestScheduler())
        let probe = ProbePublisher<Token, Never>()
        let recorder = detector.watch(probe.delay(for: 10, scheduler: scheduler).record())
        probe.send(detector.watch(Token()))
        recorder.cancel()
      } == [])
  }
}
