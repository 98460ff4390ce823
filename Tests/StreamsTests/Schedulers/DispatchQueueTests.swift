import Dispatch
import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct DispatchQueueTests {
  @Test func `runs work in order`() {
    let queue = DispatchQueue(label: "in order")
    let seen = Shared<[Int]>([])
    for number in 1...100 { queue.schedule { seen.withLock { $0.append(number) } } }
    queue.sync {}
    expectEqual(seen.current, Array(1...100))
  }

  @Test func `encodes times and strides as Combine does`() throws {
    let time = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 5_000_000_000))
    let encoder = JSONEncoder()
    expectEqual(String(decoding: try encoder.encode([time]), as: UTF8.self), "[5000000000]")
    try expectEqual(JSONDecoder().decode([DispatchQueue.SchedulerTimeType].self, from: encoder.encode([time])), [time])
    let stride = DispatchQueue.SchedulerTimeType.Stride.milliseconds(7)
    expectEqual(String(decoding: try encoder.encode(stride), as: UTF8.self), #"{"_nanoseconds":7000000}"#)
  }

  @Test func `asks for no tolerance`() {
    expectEqual(DispatchQueue.main.minimumTolerance, .zero)
    expectEqual(OperationQueue.main.minimumTolerance, .zero)
    expectEqual(RunLoop.main.minimumTolerance, .zero)
    expectEqual(ImmediateScheduler.shared.minimumTolerance, .zero)
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
