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

  @Test(arguments: [(true, 3), (false, 1)]) func `sends one value of a burst`(latest: Bool, expected: Int) {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.throttle(for: 10, scheduler: scheduler, latest: latest).record()
    for number in 1...3 { subject.send(number) }
    #expect(scheduler.pendingCount == 1)
    scheduler.advance()
    #expect(recorder.values == [expected])
    scheduler.run()
    #expect(recorder.values == [expected])
  }

  @Test func `sends a value that is due before the failure`() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Oops>()
    let recorder = subject.throttle(for: 10, scheduler: scheduler, latest: true).record()
    for number in 1...2 { subject.send(number) }
    subject.send(completion: .failure(Oops()))
    scheduler.run()
    #expect(recorder.history == ["subscription: Throttle", "value: 2", "failure: Oops()"])
  }

  @Test func `sends the first value in a job that is not delayed`() {
    let scheduler = Soon()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.throttle(for: 10, scheduler: scheduler, latest: true).record()
    subject.send(1)
    #expect(scheduler.calls == ["schedule"])
    scheduler.runAll()
    #expect(recorder.values == [1])
    subject.send(2)
    #expect(scheduler.calls == ["schedule", "schedule after 10"])
  }
}

/// A scheduler that notes how it is called; its time stands still.
private final class Soon: Scheduler {
  typealias SchedulerTimeType = TestScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never

  let now = SchedulerTimeType(sinceStart: 0)
  let minimumTolerance: SchedulerTimeType.Stride = 0
  private(set) var calls: [String] = []
  private var jobs: [() -> Void] = []

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    calls.append("schedule")
    jobs.append(action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    calls.append("schedule after \(date.sinceStart.magnitude / 1_000_000_000)")
    jobs.append(action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable { Subscriptions.empty }

  func runAll() { while !jobs.isEmpty { jobs.removeFirst()() } }
}
