import Dispatch
import ExpectSupport
import Testing

@testable import HTTP

@Suite struct SilenceWatchTests {
  private let start = SilenceWatch.Time(DispatchTime(uptimeNanoseconds: 1_000_000_000_000))

  private func time(_ seconds: Int) -> SilenceWatch.Time { start.advanced(by: .seconds(seconds)) }

  private var watch: SilenceWatch { SilenceWatch(limit: .seconds(10), from: start) }

  @Test func `finds a silence as long as the limit`() {
    var watch = watch
    expectEqual(watch.due, time(10))
    expectEqual(watch.check(at: time(10), isPaused: false), .silent)
  }

  @Test func `counts from the last byte`() {
    var watch = watch
    watch.restart(at: time(4))
    expectEqual(watch.check(at: time(10), isPaused: false), .check(at: time(14)))
    expectEqual(watch.check(at: time(14), isPaused: false), .silent)
  }

  @Test func `counts no time in which no bytes are wanted`() {
    var watch = watch
    expectEqual(watch.check(at: time(10), isPaused: true), .check(at: time(20)))
    watch.restart(at: time(15))
    expectEqual(watch.check(at: time(20), isPaused: false), .check(at: time(25)))
    expectEqual(watch.check(at: time(25), isPaused: false), .silent)
  }

  @Test func `gives one more interval after the process was stopped`() {
    var watch = watch
    expectEqual(watch.check(at: time(3600), isPaused: false), .check(at: time(3610)))
    // The byte before the stop does not count after it.
    watch.restart(at: time(5))
    expectEqual(watch.check(at: time(3610), isPaused: false), .silent)
  }
}
