import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct AsyncSequencePublisherTests {
  @Test func `publishes the elements and finishes`() async throws {
    var seen: [Int] = []
    for try await number in Counter(limit: 5).publisher.values { seen.append(number) }
    expectEqual(seen, [1, 2, 3, 4, 5])
  }

  @Test func `fails with the error of the sequence`() async {
    await #expect(throws: Oops()) {
      for try await _ in Counter(limit: 2, fails: true).publisher.values {}
    }
  }

  @Test func `fetches no more elements than are requested`() async {
    let counter = Counter()
    let (ticks, tick) = AsyncStream.makeStream(of: Int.self)
    let recorder = counter.publisher.handleEvents(receiveOutput: { tick.yield($0) }).record(demand: .max(2))
    var iterator = ticks.makeAsyncIterator()
    await expectEqual(iterator.next(), 1)
    await expectEqual(iterator.next(), 2)
    expectEqual(counter.log.asked.load(ordering: .relaxed), 2)
    recorder.request(.max(1))
    await expectEqual(iterator.next(), 3)
    expectEqual(counter.log.asked.load(ordering: .relaxed), 3)
    recorder.cancel()
    expectEqual(recorder.violations, [])
  }

  @Test func `fetches nothing without demand`() {
    let counter = Counter()
    let recorder = counter.publisher.record(demand: .none)
    recorder.cancel()
    expectEqual(counter.log.asked.load(ordering: .relaxed), 0)
  }

  @Test func `cancels its task when it is cancelled`() async {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let (nothing, keepAlive) = AsyncStream.makeStream(of: Int.self)
    let stream = AsyncStream<Int> {
      start.yield()
      for await number in nothing { return number }
      return nil
    } onCancel: {
      end.finish()
    }
    let recorder = stream.publisher.record()
    for await _ in starts { break }
    recorder.cancel()
    for await _ in ends {}
    keepAlive.finish()
    expectEqual(recorder.values, [])
  }

  @Test func `iterates anew for each subscriber`() async throws {
    let publisher = Counter(limit: 3).publisher
    for _ in 1...2 {
      var seen: [Int] = []
      for try await number in publisher.values { seen.append(number) }
      expectEqual(seen, [1, 2, 3])
    }
  }

  @Test func `is requested from and cancelled by several threads`() async {
    for _ in 0..<50 {
      let asker = RecordingSubscriber<Int, Never>(demand: .none)
      let ends = AsyncStream<Void> { end in
        AsyncStream(unfolding: { 1 }).publisher.prefix(100).handleEvents(
          receiveCompletion: { _ in end.finish() }, receiveCancel: { end.finish() }
        ).subscribe(asker)
      }
      together({ for _ in 0..<100 { asker.request(.max(1)) } }, { asker.cancel() })
      for await _ in ends {}
      #expect(asker.values.count <= 100)
    }
  }
}

/// Counts up to a limit, and counts how often it was called.
private struct Counter: AsyncSequence, AsyncIteratorProtocol, Sendable {
  final class Log: Sendable {
    let asked = Atomic<Int>(0)
  }

  let log = Log()
  var limit = Int.max
  var fails = false
  var number = 0

  mutating func next(isolation actor: isolated (any Actor)?) async throws(Oops) -> Int? {
    log.asked.add(1, ordering: .relaxed)
    if number == limit {
      if fails { throw Oops() }
      return nil
    }
    number += 1
    return number
  }

  mutating func next() async throws(Oops) -> Int? { try await next(isolation: nil) }

  func makeAsyncIterator() -> Counter { self }
}
