import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct CollectByTimeTests {
  @Test func `emits the values of each period`() throws {
    try expectMarbles(
      """
      a:           -12--3---45|
      a.upstream:  (^*)
      result:      ----[12]---3--([45]|)
      """
    ) { rows, scheduler in rows.a.collect(.byTime(scheduler, 4)).map { $0.joined() } }
  }

  @Test func `drops what it collected at a failure`() throws {
    try expectMarbles("a: -12#\nresult: ---#") { rows, scheduler in
      rows.a.collect(.byTime(scheduler, 4)).map { $0.joined() }
    }
  }

  @Test func `holds a group until it is requested`() throws {
    try expectMarbles(
      """
      a:           -12---3---|
      demand:      -----1-----1
      a.upstream:  (^*)
      result:      -----[12]-----(3|)
      """
    ) { rows, scheduler in rows.a.collect(.byTime(scheduler, 4)).map { $0.joined() } }
  }

  @Test func `emits a group as soon as it is full`() throws {
    try expectMarbles(
      """
      a:           -12--3---45|
      a.upstream:  (^*)
      result:      --[12]-----3-[45]|
      """
    ) { rows, scheduler in rows.a.collect(.byTimeOrCount(scheduler, 4, 2)).map { $0.joined() } }
  }

  @Test func `requests demand times count`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.collect(.byTimeOrCount(scheduler, 10, 3)).record(demand: .max(2))
    expectEqual(probe.events, [.subscribe, .request(.max(6))])
    probe.send(1)
    scheduler.advance(by: 10)
    for number in 2...6 { probe.send(number) }
    scheduler.advance()
    expectEqual(recorder.values, [[1], [2, 3, 4]])
    probe.send(completion: .finished)
    scheduler.advance()
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    scheduler.advance()
    expectEqual(recorder.values, [[1], [2, 3, 4], [5, 6]])
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `counts periods from the subscription`() {
    let scheduler = TestScheduler()
    scheduler.advance(by: 3)
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.collect(.byTime(scheduler, 10)).record(on: scheduler)
    scheduler.advance(by: 9_999)
    #expect(scheduler.isIdle)
    probe.send(1)
    scheduler.run()
    expectEqual(recorder.entries.map(\.description).last, "10003.0 s: value: [1]")
  }

  @Test(arguments: [10, 20, 30, 40, 80])
  func `a value at the end of a period belongs to the next one`(instant: Double) {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.collect(.byTime(scheduler, 10)).record(on: scheduler)
    scheduler.advance(by: .seconds(instant))
    probe.send(1)
    scheduler.run()
    expectEqual(recorder.entries.map(\.description).last, "\(instant + 10) s: value: [1]")
  }

  @Test func `requests from upstream during a delivery`() {
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
    expectEqual(recorder?.values, [[1], [2, 3], [4, 5]])
    recorder = nil
  }

  @Test func `drops what it collected when it is cancelled`() throws {
    try expectMarbles("a: -12\ncancel: ---!\na.upstream: (^*)--!\nresult:") { rows, scheduler in
      rows.a.collect(.byTime(scheduler, 4)).map { $0.joined() }
    }
  }
}
