import ExpectSupport
import Foundation
import Streams
import StreamsExtras
import StreamsSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct OperationQueueTests {
  @Test func `keeps a pipeline's order with concurrent operations`() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    var seen: [Int] = []
    for await number in (1...500).publisher.receive(on: queue).values(buffering: .unbounded) { seen.append(number) }
    expectEqual(seen, Array(1...500))
  }

  @Test func `runs delayed and repeated work`() async {
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

  @Test func `has delayed work in the queue at once`() async {
    let queue = OperationQueue()
    queue.isSuspended = true
    let hasRun = Shared(false)
    let start = queue.now
    queue.schedule(after: start.advanced(by: .milliseconds(20))) { hasRun.withLock { $0 = true } }
    expectEqual(queue.operationCount, 1)
    queue.isSuspended = false
    await withCheckedContinuation { done in queue.addBarrierBlock { done.resume() } }
    #expect(hasRun.current)
    #expect(start.distance(to: queue.now) >= .milliseconds(19))
  }

  @Test func `has the next run of repeated work in the queue`() async {
    let queue = OperationQueue()
    let repeated = queue.schedule(after: queue.now.advanced(by: 1e6), interval: 1) {}
    expectEqual(queue.operationCount, 1)
    repeated.cancel()
    await withCheckedContinuation { done in queue.addBarrierBlock { done.resume() } }
    while queue.operationCount > 0 { await Task.yield() }
  }

  @Test func `leaves out the dates that pass while repeated work runs`() async {
    let queue = OperationQueue()
    let start = queue.now
    let (runs, run) = AsyncStream.makeStream(of: OperationQueue.SchedulerTimeType.self)
    let count = Atomic<Int>(0)
    let repeated = queue.schedule(after: start, interval: .milliseconds(10)) {
      if count.add(1, ordering: .relaxed).newValue == 1 {
        while start.distance(to: queue.now) < .milliseconds(25) {}
      }
      run.yield(queue.now)
    }
    var iterator = runs.makeAsyncIterator()
    _ = await iterator.next()
    let second = await iterator.next()
    repeated.cancel()
    #expect(second.map { start.distance(to: $0) >= .milliseconds(29) } == true)
  }

  @Test func `runs other work while delayed work waits`() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.schedule(after: queue.now.advanced(by: 1e6)) {}
    await withCheckedContinuation { done in queue.schedule { done.resume() } }
    // The operation is in the queue until its closure has returned.
    while queue.operationCount > 1 { await Task.yield() }
    expectEqual(queue.operationCount, 1)
    queue.cancelAllOperations()
  }

  @Test func `accepts an interval that never ends`() async {
    await #expect(processExitsWith: .success) {
      let queue = OperationQueue()
      queue.schedule(after: queue.now.advanced(by: 1e12), interval: 1e12) {}.cancel()
    }
  }

  @Test func `skips a waiting operation after a cancel`() async {
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
    expectEqual(count.load(ordering: .relaxed), 0)
  }
}
