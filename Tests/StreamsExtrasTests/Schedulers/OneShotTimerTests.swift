import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct OneShotTimerTests {
  private let scheduler = TestScheduler()

  @Test func `runs once, after its time`() {
    var runs = 0
    let timer = scheduler.timer(after: .seconds(5)) { runs += 1 }
    scheduler.advance(by: .seconds(4))
    expectEqual(runs, 0)
    scheduler.advance(by: .seconds(1))
    expectEqual(runs, 1)
    scheduler.advance(by: .seconds(20_000))
    expectEqual(runs, 1)
    timer.cancel()
  }

  @Test func `does not run once it is cancelled or released`() {
    var runs = 0
    let timer = scheduler.timer(after: .seconds(5)) { runs += 1 }
    _ = scheduler.timer(after: .seconds(5)) { runs += 1 }
    timer.cancel()
    scheduler.advance(by: .seconds(10))
    expectEqual(runs, 0)
  }

  @Test func `runs at once on an immediate scheduler`() {
    var runs = 0
    let timer = ImmediateScheduler.shared.timer(after: .seconds(5)) { runs += 1 }
    expectEqual(runs, 1)
    timer.cancel()
  }

  @Test func `may be cancelled and set again by its action`() {
    var timer: AnyCancellable?
    var runs = 0
    func run() {
      runs += 1
      timer = runs < 3 ? scheduler.timer(after: .seconds(1), run) : nil
    }
    timer = scheduler.timer(after: .seconds(1), run)
    scheduler.advance(by: .seconds(9))
    expectEqual(runs, 3)
    withExtendedLifetime(timer) {}
  }

  @Test func `releases its action when it has run, and when it is cancelled`() {
    let timers = Shared<[AnyCancellable]>([])
    let alive = leaks { detector in
      for isRun in [true, false] {
        let object = detector.watch(RecordingSubscriber<Int, Never>())
        let timer = scheduler.timer(after: isRun ? .seconds(1) : .seconds(9)) { [object] in _ = object }
        timers.withLock { $0.append(timer) }
      }
      scheduler.advance(by: .seconds(2))
      timers.current[1].cancel()
    }
    expectEqual(alive, [])
  }
}
