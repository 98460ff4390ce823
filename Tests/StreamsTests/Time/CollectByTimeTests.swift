import Streams
import StreamsTesting
import Support
import Testing

@Suite struct CollectByTimeTests {
  private func byTime(_ text: String) throws -> (played: MarbleDiagram, drawn: MarbleDiagram) {
    let drawn = try MarbleDiagram(text)
    let played = drawn.played { rows, scheduler in rows.a.collect(.byTime(scheduler, 4)).map { $0.joined() } }
    return (played, drawn)
  }

  private func byCount(_ text: String) throws -> (played: MarbleDiagram, drawn: MarbleDiagram) {
    let drawn = try MarbleDiagram(text)
    let played = drawn.played { rows, scheduler in
      rows.a.collect(.byTimeOrCount(scheduler, 4, 2)).map { $0.joined() }
    }
    return (played, drawn)
  }

  @Test func sendsTheValuesOfEachPeriod() throws {
    let (played, drawn) = try byTime(
      """
      a:           -12--3---45|
      a.upstream:  (^*)
      result:      ----[12]---3--([45]|)
      """)
    #expect(played == drawn)
  }

  @Test func dropsWhatIsCollectedAtAFailure() throws {
    let (played, drawn) = try byTime("a: -12#\nresult: ---#")
    #expect(played == drawn)
  }

  @Test func keepsAGroupUntilItIsAskedFor() throws {
    let (played, drawn) = try byTime(
      """
      a:           -12---3---|
      demand:      -----1-----1
      a.upstream:  (^*)
      result:      -----[12]-----(3|)
      """)
    #expect(played == drawn)
  }

  @Test func sendsAGroupAsSoonAsItIsFull() throws {
    let (played, drawn) = try byCount(
      """
      a:           -12--3---45|
      a.upstream:  (^*)
      result:      --[12]-----3-[45]|
      """)
    #expect(played == drawn)
  }

  @Test func asksForTheCountTimesTheDemand() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.collect(.byTimeOrCount(scheduler, 10, 3)).record(demand: .max(2))
    #expect(probe.events == [.subscribe, .request(.max(6))])
    probe.send(1)
    scheduler.advance(by: 10)
    for number in 2...6 { probe.send(number) }
    scheduler.advance()
    #expect(recorder.values == [[1], [2, 3, 4]])
    probe.send(completion: .finished)
    scheduler.advance()
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    scheduler.advance()
    #expect(recorder.values == [[1], [2, 3, 4], [5, 6]])
    #expect(recorder.completion == .finished)
    #expect(recorder.violations == [])
  }

  @Test func periodsBeginWithTheSubscription() {
    let scheduler = TestScheduler()
    scheduler.advance(by: 3)
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.collect(.byTime(scheduler, 10)).record(on: scheduler)
    scheduler.advance(by: 9_999)
    #expect(scheduler.isIdle)
    probe.send(1)
    scheduler.run()
    #expect(recorder.entries.map(\.description).last == "10003.0 s: value: [1]")
  }

  @Test func upstreamIsAskedDuringADelivery() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    var recorder: RecordingSubscriber<[Int], Never>?
    recorder = subject.collect(.byTimeOrCount(scheduler, 4, 2)).record(demand: .max(1)) { group in
      guard group == [1] else { return .none }
      recorder?.request(.max(2))
      for number in 2...5 { subject.send(number) }
      return .none
    }
    subject.send(1)
    scheduler.run()
    #expect(recorder?.values == [[1], [2, 3], [4, 5]])
    recorder = nil
  }
}
