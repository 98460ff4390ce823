import ExpectSupport
import Streams
import Testing

@Suite struct ImmediateSchedulerTests {
  private let scheduler = ImmediateScheduler.shared

  @Test func `runs work at once, also with a delay`() {
    var seen: [Int] = []
    scheduler.schedule { seen.append(1) }
    scheduler.schedule(after: scheduler.now.advanced(by: 1_000)) { seen.append(2) }
    expectEqual(seen, [1, 2])
  }

  @Test func `runs repeated work once`() {
    var count = 0
    let repeated = scheduler.schedule(after: scheduler.now, interval: 1) { count += 1 }
    expectEqual(count, 1)
    repeated.cancel()
  }

  @Test func `keeps its time`() {
    let start = scheduler.now
    scheduler.schedule(after: start.advanced(by: 1)) {}
    expectEqual(start.distance(to: scheduler.now), 0)
  }
}
