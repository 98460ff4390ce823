import ExpectSupport
import Foundation
import Streams
import StreamsExtras
import StreamsSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct TimerTests {
  @Test func `waits one interval before the first date`() async {
    let thread = RunLoopThread()
    let count = Atomic<Int>(0)
    let timer = Timer.publish(every: 1_000, on: thread.runLoop, in: .common)
    let cancellable = timer.sink { _ in count.add(1, ordering: .relaxed) }
    let connection = timer.connect()
    // Work of the same run loop that is due later than a wrong first date would be.
    await withCheckedContinuation { done in
      thread.runLoop.schedule(after: thread.runLoop.now.advanced(by: .milliseconds(1))) { done.resume() }
    }
    expectEqual(count.load(ordering: .relaxed), 0)
    connection.cancel()
    cancellable.cancel()
  }

  @Test func `publishes the first date after the interval`() async {
    let thread = RunLoopThread()
    let timer = Timer.publish(every: 0.05, on: thread.runLoop, in: .common).autoconnect()
    let start = Date()
    var cancellable: AnyCancellable?
    let first = await withCheckedContinuation { done in
      cancellable = timer.first().sink { done.resume(returning: $0) }
    }
    // A run loop may fire a timer slightly early, because its clock differs from the calendar's.
    #expect(first.timeIntervalSince(start) > 0.045)
    cancellable?.cancel()
  }

  @Test func `ticks while it is connected`() async {
    let thread = RunLoopThread()
    let timer = Timer.publish(every: 0.001, on: thread.runLoop, in: .common)
    expectEqual(timer.interval, 0.001)
    var dates: [Date] = []
    for await date in timer.autoconnect().values(buffering: .unbounded) {
      dates.append(date)
      if dates.count == 3 { break }
    }
    expectEqual(dates, dates.sorted())
  }

  @Test func `does not tick before it is connected`() async {
    let thread = RunLoopThread()
    let timer = Timer.publish(every: 0.001, on: thread.runLoop, in: .common)
    let count = Atomic<Int>(0)
    let cancellable = timer.sink { _ in count.add(1, ordering: .relaxed) }
    await withCheckedContinuation { done in
      thread.runLoop.schedule(after: thread.runLoop.now.advanced(by: .milliseconds(20))) { done.resume() }
    }
    expectEqual(count.load(ordering: .relaxed), 0)
    let connection = timer.connect()
    for await _ in timer.values { break }
    connection.cancel()
    cancellable.cancel()
    #expect(count.load(ordering: .relaxed) > 0)
  }

  @Test func `ticks when the result of connect is dropped`() async {
    let thread = RunLoopThread()
    let timer = Timer.publish(every: 0.001, on: thread.runLoop, in: .common)
    _ = timer.connect()
    var count = 0
    for await _ in timer.values {
      count += 1
      if count == 3 { break }
    }
    expectEqual(count, 3)
    timer.connect().cancel()
  }

  @Test func `has one connection, which any result of connect ends`() async {
    let thread = RunLoopThread()
    let timer = Timer.publish(every: 0.001, on: thread.runLoop, in: .common)
    let count = Atomic<Int>(0)
    let cancellable = timer.sink { _ in count.add(1, ordering: .relaxed) }
    let first = timer.connect()
    timer.connect().cancel()
    // On the timer's own thread, where it cannot fire meanwhile.
    let seen = await withCheckedContinuation { done in
      thread.runLoop.schedule { done.resume(returning: count.load(ordering: .relaxed)) }
    }
    await withCheckedContinuation { done in
      thread.runLoop.schedule(after: thread.runLoop.now.advanced(by: .milliseconds(20))) { done.resume() }
    }
    expectEqual(count.load(ordering: .relaxed), seen)
    withExtendedLifetime(first) {}
    cancellable.cancel()
  }

  @Test func `connects again after a cancel`() async {
    let thread = RunLoopThread()
    let timer = Timer.publish(every: 0.001, on: thread.runLoop, in: .common)
    timer.connect().cancel()
    let connection = timer.connect()
    for await _ in timer.values { break }
    connection.cancel()
  }
}
