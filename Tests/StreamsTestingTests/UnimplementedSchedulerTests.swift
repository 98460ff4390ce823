import Dispatch
import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct UnimplementedSchedulerTests {
  @Test func `reports every use`() {
    let reports = Shared<[String]>([])
    let scheduler = UnimplementedScheduler("The clock") { report in reports.withLock { $0.append(report) } }
    var ran = false
    scheduler.schedule { ran = true }
    _ = scheduler.now
    scheduler.schedule(after: .init(sinceStart: 1), tolerance: 0) { ran = true }
    _ = scheduler.schedule(after: .init(sinceStart: 1), interval: 1, tolerance: 0) { ran = true }
    let end = "but this test says that it is never used"
    expectEqual(
      reports.current,
      [
        "The clock was given work, \(end)", "The clock was asked for the time, \(end)",
        "The clock was given work for 1.0 s, \(end)", "The clock was given repeated work from 1.0 s, \(end)",
      ])
    #expect(!ran)
  }

  @Test func `reports a use, not its erasure`() {
    let reports = Shared<[String]>([])
    let unimplemented = UnimplementedScheduler { report in reports.withLock { $0.append(report) } }
    let origin = DispatchQueue.SchedulerTimeType(.init(uptimeNanoseconds: 7))
    let scheduler = AnySchedulerOf<DispatchQueue>(unimplemented, startingAt: origin)
    let recorder = PassthroughSubject<Int, Never>().debounce(for: .seconds(1), scheduler: scheduler).record()
    expectEqual(recorder.history, ["subscription: Debounce"])
    expectEqual(reports.current, [])
    expectEqual(scheduler.now, origin)
    expectEqual(reports.current, ["A scheduler was asked for the time, but this test says that it is never used"])
  }

  @Test func `stops the program by default`() async {
    await #expect(processExitsWith: .failure) {
      UnimplementedScheduler().schedule {}
    }
  }

  private let uses = Shared<[String]>([])
  private var scheduler: UnimplementedScheduler {
    UnimplementedScheduler { [uses] report in uses.withLock { $0.append(report) } }
  }

  private func expectUntouched(
    _ publisher: some Publisher<Int, Never>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let recorder = publisher.record()
    recorder.cancel()
    expectEqual(uses.current, [], sourceLocation: sourceLocation)
  }

  @Test func `is not used by subscribing to debounce`() {
    expectUntouched(PassthroughSubject<Int, Never>().debounce(for: 1, scheduler: scheduler))
  }

  @Test func `is not used by subscribing to throttle`() {
    expectUntouched(PassthroughSubject<Int, Never>().throttle(for: 1, scheduler: scheduler, latest: true))
  }

  @Test func `is not used by subscribing to receive(on:)`() {
    expectUntouched(PassthroughSubject<Int, Never>().receive(on: scheduler))
  }

  @Test func `is not used by subscribing to retry with a delay`() {
    expectUntouched(PassthroughSubject<Int, Never>().retry(1, after: { _ in 1 }, scheduler: scheduler))
  }

  @Test func `is used by subscribing to timeout`() {
    _ = PassthroughSubject<Int, Never>().timeout(1, scheduler: scheduler).record()
    #expect(uses.current != [])
  }
}
