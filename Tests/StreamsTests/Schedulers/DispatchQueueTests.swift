import Dispatch
import Streams
import StreamsSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DispatchQueueTests {
  @Test func `runs work in order`() {
    let queue = DispatchQueue(label: "in order")
    let seen = Shared<[Int]>([])
    for number in 1...100 { queue.schedule { seen.withLock { $0.append(number) } } }
    queue.sync {}
    #expect(seen.current == Array(1...100))
  }

  @Test func `runs delayed work after the delay`() async {
    let queue = DispatchQueue(label: "delayed")
    let start = queue.now
    await withCheckedContinuation { done in
      queue.schedule(after: start.advanced(by: .milliseconds(20))) { done.resume() }
    }
    #expect(start.distance(to: queue.now) >= .milliseconds(20))
  }

  @Test func `repeats work until it is cancelled`() async {
    let queue = DispatchQueue(label: "repeated")
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    let repeated = queue.schedule(after: queue.now, interval: .milliseconds(1)) { tick.yield() }
    var iterator = ticks.makeAsyncIterator()
    for _ in 1...3 { await iterator.next() }
    repeated.cancel()
  }
}
