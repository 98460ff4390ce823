import Streams
import StreamsTesting
import Support
import Testing

@Suite struct ThrottleTests {
  private func played(_ text: String, latest: Bool) throws -> (played: MarbleDiagram, drawn: MarbleDiagram) {
    let drawn = try MarbleDiagram(text)
    let played = drawn.played { rows, scheduler in rows.a.throttle(for: 3, scheduler: scheduler, latest: latest) }
    return (played, drawn)
  }

  @Test func sendsTheFirstAtOnceThenTheNewest() throws {
    let (played, drawn) = try played(
      """
      a:          -123---45-----6--|
      a.upstream: (^*)
      result:     -1--3--4--5---6--|
      """, latest: true)
    #expect(played == drawn)
  }

  @Test func sendsTheFirstOfEachInterval() throws {
    let (played, drawn) = try played(
      """
      a:          -1234567|
      result:     -1--2--5|
      """, latest: false)
    #expect(played == drawn)
  }

  @Test func sendsTheWaitingValueBeforeTheEnd() throws {
    let (played, drawn) = try played("a: -12|\nresult: -1-(2|)", latest: true)
    #expect(played == drawn)
  }

  @Test func dropsTheWaitingValueAtAFailure() throws {
    let (played, drawn) = try played("a: -12#\nresult: -1-#", latest: true)
    #expect(played == drawn)
  }

  @Test func dropsAValueThatFindsNoDemand() throws {
    let (played, drawn) = try played(
      """
      a:      -1----2---3
      demand: 1-------1
      result: -1--------3
      """, latest: true)
    #expect(played == drawn)
  }

  @Test func stopsWhenCancelled() throws {
    let (played, drawn) = try played(
      """
      a:          -12-----3
      cancel:     ---!
      a.upstream: (^*)--!
      result:     -1
      """, latest: true)
    #expect(played == drawn)
  }

  @Test func setsOneAlarmAtATime() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.throttle(for: 10, scheduler: scheduler, latest: true).record()
    probe.send(0)
    scheduler.advance()
    for number in 1...9 { probe.send(number) }
    #expect(scheduler.pendingCount == 1)
    scheduler.run()
    #expect(recorder.values == [0, 9])
    #expect(scheduler.isIdle)
  }
}
