import Dispatch
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct UnimplementedSchedulerTests {
  @Test func reportsEveryTouch() {
    let reports = Shared<[String]>([])
    let scheduler = UnimplementedScheduler("The clock") { report in reports.withLock { $0.append(report) } }
    var ran = false
    scheduler.schedule { ran = true }
    _ = scheduler.now
    scheduler.schedule(after: .init(sinceStart: 1), tolerance: 0) { ran = true }
    _ = scheduler.schedule(after: .init(sinceStart: 1), interval: 1, tolerance: 0) { ran = true }
    let end = "but this test says that it is never used"
    #expect(
      reports.withLock { $0 } == [
        "The clock was given work, \(end)", "The clock was asked for the time, \(end)",
        "The clock was given work for 1.0 s, \(end)", "The clock was given repeated work from 1.0 s, \(end)",
      ])
    #expect(!ran)
  }

  @Test func isReportedWhenItIsUsedAndNotWhenItIsErased() {
    let reports = Shared<[String]>([])
    let unimplemented = UnimplementedScheduler { report in reports.withLock { $0.append(report) } }
    let origin = DispatchQueue.SchedulerTimeType(.init(uptimeNanoseconds: 7))
    let scheduler = AnySchedulerOf<DispatchQueue>(unimplemented, startingAt: origin)
    let recorder = PassthroughSubject<Int, Never>().debounce(for: .seconds(1), scheduler: scheduler).record()
    #expect(recorder.history == ["subscription: Debounce"])
    #expect(reports.withLock { $0 } == [])
    #expect(scheduler.now == origin)
    #expect(reports.withLock { $0 } == ["A scheduler was asked for the time, but this test says that it is never used"])
  }

  @Test func stopsTheProgramByDefault() async {
    await #expect(processExitsWith: .failure) {
      UnimplementedScheduler().schedule {}
    }
  }
}
