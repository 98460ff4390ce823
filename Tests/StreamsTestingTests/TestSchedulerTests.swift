import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct TestSchedulerTests {
  private let scheduler = TestScheduler()

  @Test func `runs nothing until time is advanced`() {
    var seen: [String] = []
    scheduler.schedule { seen.append("soon") }
    expectEqual(seen, [])
    #expect(!scheduler.isIdle)
    scheduler.advance()
    expectEqual(seen, ["soon"])
    #expect(scheduler.isIdle)
  }

  @Test func `runs work of equal instants in the order of scheduling`() {
    var seen: [Int] = []
    for number in 1...5 { scheduler.schedule(after: .init(sinceStart: 1)) { seen.append(number) } }
    scheduler.schedule(after: .init(sinceStart: 0.5)) {
      seen.append(0)
      self.scheduler.schedule(after: .init(sinceStart: 1)) { seen.append(6) }
    }
    scheduler.advance(by: 1)
    expectEqual(seen, [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func `runs work at its own instant`() {
    var seen: [TestScheduler.SchedulerTimeType.Stride] = []
    for second in [3, 1, 2] {
      scheduler.schedule(after: .init(sinceStart: .seconds(second))) { seen.append(self.scheduler.now.sinceStart) }
    }
    scheduler.advance(to: .init(sinceStart: 2.5))
    expectEqual(seen, [1, 2])
    expectEqual(scheduler.now.sinceStart, 2.5)
    scheduler.run()
    expectEqual(seen, [1, 2, 3])
    expectEqual(scheduler.now.sinceStart, 3)
  }

  @Test func `runs work that is scheduled while time advances`() {
    var seen: [Int] = []
    func count(_ number: Int) {
      seen.append(number)
      if number < 3 { scheduler.schedule(after: scheduler.now.advanced(by: 1)) { count(number + 1) } }
    }
    scheduler.schedule { count(0) }
    scheduler.advance(by: 2)
    expectEqual(seen, [0, 1, 2])
    scheduler.advance(by: 1)
    expectEqual(seen, [0, 1, 2, 3])
  }

  @Test func `stops repeated work that is cancelled`() {
    var seen = 0
    let work = scheduler.schedule(after: .init(sinceStart: 1), interval: 0.5, tolerance: 0) { seen += 1 }
    scheduler.advance(by: 2)
    expectEqual(seen, 3)
    work.cancel()
    #expect(scheduler.isIdle)
    scheduler.advance(by: 9)
    expectEqual(seen, 3)
  }

  @Test func `lets repeated work cancel itself`() {
    var seen = 0
    var work: (any Cancellable)?
    work = scheduler.schedule(after: .init(sinceStart: 1), interval: 1, tolerance: 0) {
      seen += 1
      if seen == 2 { work?.cancel() }
    }
    scheduler.run()
    expectEqual(seen, 2)
  }

  @Test func `treats a time in the past as the present`() {
    scheduler.advance(by: 5)
    var seen: [TestScheduler.SchedulerTimeType] = []
    scheduler.schedule(after: .init(sinceStart: 1)) { seen.append(self.scheduler.now) }
    scheduler.advance()
    expectEqual(seen, [.init(sinceStart: 5)])
  }

  @Test func `never moves time back`() {
    scheduler.advance(by: 5)
    scheduler.advance(to: .init(sinceStart: 1))
    expectEqual(scheduler.now.sinceStart, 5)
  }
}
