import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ThrottleTests {
  @Test func `emits the first value at once, then the newest`() throws {
    try expectMarbles(
      """
      a:          -123---45-----6--|
      a.upstream: (^*)
      result:     -1--3--4--5---6--|
      """
    ) { rows, scheduler in rows.a.throttle(for: 3, scheduler: scheduler, latest: true) }
  }

  @Test func `emits the first value of each interval`() throws {
    try expectMarbles(
      """
      a:          -1234567|
      result:     -1--2--5|
      """
    ) { rows, scheduler in rows.a.throttle(for: 3, scheduler: scheduler, latest: false) }
  }

  @Test(arguments: [(true, 3), (false, 1)]) func `emits one value of a burst`(latest: Bool, expected: Int) {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.throttle(for: 10, scheduler: scheduler, latest: latest).record()
    for number in 1...3 { subject.send(number) }
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance()
    expectEqual(recorder.values, [expected])
    scheduler.run()
    expectEqual(recorder.values, [expected])
  }

  @Test func `completes when the pending value is due`() throws {
    try expectMarbles("a: -12|\nresult: -1--(2|)") { rows, scheduler in
      rows.a.throttle(for: 3, scheduler: scheduler, latest: true)
    }
  }

  @Test func `fails when the pending value is due`() throws {
    try expectMarbles("a: -12#\nresult: -1--(2#)") { rows, scheduler in
      rows.a.throttle(for: 3, scheduler: scheduler, latest: true)
    }
  }

  @Test func `emits a value that is due before the failure`() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Oops>()
    let recorder = subject.throttle(for: 10, scheduler: scheduler, latest: true).record()
    for number in 1...2 { subject.send(number) }
    subject.send(completion: .failure(Oops()))
    scheduler.run()
    expectEqual(recorder.history, ["subscription: Throttle", "value: 2", "failure: Oops()"])
  }

  @Test func `drops a value without demand`() throws {
    try expectMarbles(
      """
      a:      -1----2---3
      demand: 1-------1
      result: -1--------3
      """
    ) { rows, scheduler in rows.a.throttle(for: 3, scheduler: scheduler, latest: true) }
  }

  @Test func `drops a value that arrives without demand`() throws {
    try expectMarbles(
      """
      a:      -12
      demand: 1--1
      result: -1
      """
    ) { rows, scheduler in rows.a.throttle(for: 3, scheduler: scheduler, latest: true) }
  }

  @Test func `drops the pending value when it is cancelled`() throws {
    try expectMarbles(
      """
      a:          -12-----3
      cancel:     ---!
      a.upstream: (^*)--!
      result:     -1
      """
    ) { rows, scheduler in rows.a.throttle(for: 3, scheduler: scheduler, latest: true) }
  }

  @Test func `schedules one job at a time`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.throttle(for: 10, scheduler: scheduler, latest: true).record()
    probe.send(0)
    scheduler.advance()
    for number in 1...9 { probe.send(number) }
    expectEqual(scheduler.pendingCount, 1)
    scheduler.run()
    expectEqual(recorder.values, [0, 9])
    #expect(scheduler.isIdle)
  }

  @Test func `emits the first value in an immediate job`() {
    let scheduler = Soon()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.throttle(for: 10, scheduler: scheduler, latest: true).record()
    subject.send(1)
    expectEqual(scheduler.calls, ["schedule"])
    scheduler.runAll()
    expectEqual(recorder.values, [1])
    subject.send(2)
    expectEqual(scheduler.calls, ["schedule", "schedule after 10"])
  }
}

/// A scheduler that records how it is called; its time stands still.
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
