import ExpectSupport
import Foundation
import Streams
import StreamsExtras
import StreamsSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct RunLoopTests {
  @Test func `wakes a sleeping run loop for work`() async {
    let thread = RunLoopThread()
    for _ in 1...200 {
      await withCheckedContinuation { done in thread.runLoop.schedule { done.resume() } }
    }
  }

  @Test func `keeps the order of work`() async {
    let thread = RunLoopThread()
    var seen: [Int] = []
    for await number in (1...500).publisher.receive(on: thread.runLoop).values(buffering: .unbounded) {
      seen.append(number)
    }
    expectEqual(seen, Array(1...500))
  }

  @Test func `runs delayed work after the delay`() async {
    let thread = RunLoopThread()
    let start = thread.runLoop.now
    await withCheckedContinuation { done in
      thread.runLoop.schedule(after: start.advanced(by: .milliseconds(20))) { done.resume() }
    }
    #expect(start.distance(to: thread.runLoop.now) >= .milliseconds(19))
  }

  @Test func `repeats work until it is cancelled`() async {
    let thread = RunLoopThread()
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    let repeated = thread.runLoop.schedule(after: thread.runLoop.now, interval: .milliseconds(1)) { tick.yield() }
    var iterator = ticks.makeAsyncIterator()
    for _ in 1...3 { await iterator.next() }
    repeated.cancel()
  }

  @Test(arguments: [0, -1, 1e-12]) func `repeats work and timers at the shortest intervals`(_ seconds: TimeInterval)
    async
  {
    let thread = RunLoopThread()
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    let repeated = thread.runLoop.schedule(after: thread.runLoop.now, interval: .seconds(seconds)) { tick.yield() }
    var iterator = ticks.makeAsyncIterator()
    for _ in 1...3 { await iterator.next() }
    repeated.cancel()
    var dates = 0
    for await _ in Timer.publish(every: seconds, on: thread.runLoop, in: .common).autoconnect().values {
      dates += 1
      if dates == 3 { break }
    }
    expectEqual(dates, 3)
  }
}
