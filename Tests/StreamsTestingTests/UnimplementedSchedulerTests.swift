import Streams
import StreamsTesting
import Support
import Testing

@Suite struct UnimplementedSchedulerTests {
  @Test func reportsEveryTouch() {
    let reports = Protected<[String]>([])
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

  @Test func stopsTheProgramByDefault() async {
    await #expect(processExitsWith: .failure) {
      UnimplementedScheduler().schedule {}
    }
  }
}
