import Foundation
import Streams
import StreamsExtras
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct FoundationSchedulerTests {
  @Test func aRunLoopThatSleepsWakesUpForWork() async {
    let thread = RunLoopThread()
    for _ in 1...200 {
      await withCheckedContinuation { done in thread.runLoop.schedule { done.resume() } }
    }
  }

  @Test func aRunLoopKeepsTheOrder() async {
    let thread = RunLoopThread()
    var seen: [Int] = []
    for await number in (1...500).publisher.receive(on: thread.runLoop).values(buffering: .unbounded) {
      seen.append(number)
    }
    #expect(seen == Array(1...500))
  }

  @Test func aRunLoopWaits() async {
    let thread = RunLoopThread()
    let start = thread.runLoop.now
    await withCheckedContinuation { done in
      thread.runLoop.schedule(after: start.advanced(by: .milliseconds(20))) { done.resume() }
    }
    #expect(start.distance(to: thread.runLoop.now) >= .milliseconds(19))
  }

  @Test func aRunLoopRepeatsUntilCancelled() async {
    let thread = RunLoopThread()
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    let repeated = thread.runLoop.schedule(after: thread.runLoop.now, interval: .milliseconds(1)) { tick.yield() }
    var iterator = ticks.makeAsyncIterator()
    for _ in 1...3 { await iterator.next() }
    repeated.cancel()
  }

  @Test func aTimerTicksWhileItIsConnected() async {
    let thread = RunLoopThread()
    let timer = Timer.publish(every: 0.001, on: thread.runLoop, in: .common)
    #expect(timer.interval == 0.001)
    var dates: [Date] = []
    for await date in timer.autoconnect().values(buffering: .unbounded) {
      dates.append(date)
      if dates.count == 3 { break }
    }
    #expect(dates == dates.sorted())
  }

  @Test func aTimerDoesNotTickBeforeItIsConnected() async {
    let thread = RunLoopThread()
    let timer = Timer.publish(every: 0.001, on: thread.runLoop, in: .common)
    let count = Atomic<Int>(0)
    let cancellable = timer.sink { _ in count.add(1, ordering: .relaxed) }
    await withCheckedContinuation { done in
      thread.runLoop.schedule(after: thread.runLoop.now.advanced(by: .milliseconds(20))) { done.resume() }
    }
    #expect(count.load(ordering: .relaxed) == 0)
    let one = timer.connect()
    let two = timer.connect()
    one.cancel()
    for await _ in timer.values { break }
    two.cancel()
    cancellable.cancel()
    #expect(count.load(ordering: .relaxed) > 0)
  }

  @Test func anOperationQueueOfManyKeepsTheOrderOfAPipeline() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    var seen: [Int] = []
    for await number in (1...500).publisher.receive(on: queue).values(buffering: .unbounded) { seen.append(number) }
    #expect(seen == Array(1...500))
  }

  @Test func anOperationQueueWaitsAndRepeats() async {
    let queue = OperationQueue()
    let start = queue.now
    await withCheckedContinuation { done in
      queue.schedule(after: start.advanced(by: .milliseconds(20))) { done.resume() }
    }
    #expect(start.distance(to: queue.now) >= .milliseconds(19))
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    let repeated = queue.schedule(after: queue.now, interval: .milliseconds(1)) { tick.yield() }
    var iterator = ticks.makeAsyncIterator()
    for _ in 1...3 { await iterator.next() }
    repeated.cancel()
  }

  @Test(arguments: [0, -1, 1e-12]) func theShortestIntervalsRepeatToo(_ seconds: TimeInterval) async {
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
    #expect(dates == 3)
  }

  @Test func anOperationQueueTakesAnIntervalThatNeverEnds() async {
    await #expect(processExitsWith: .success) {
      let queue = OperationQueue()
      queue.schedule(after: queue.now.advanced(by: 1e12), interval: 1e12) {}.cancel()
    }
  }

  @Test func anOperationThatWaitsItsTurnIsNothingAfterTheCancel() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let count = Atomic<Int>(0)
    let repeated = queue.schedule(after: queue.now, interval: .milliseconds(1)) { count.add(1, ordering: .relaxed) }
    while queue.operationCount == 0 { await Task.yield() }
    repeated.cancel()
    await withCheckedContinuation { done in
      queue.addOperation { done.resume() }
      queue.isSuspended = false
    }
    #expect(count.load(ordering: .relaxed) == 0)
  }
}
