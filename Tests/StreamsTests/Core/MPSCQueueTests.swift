import Streams
import StreamsSupport
import Support
import Testing

@Suite(.timeLimit(.minutes(10))) struct MPSCQueueTests {
  /// A queue that closures can share.
  private final class Box: Sendable {
    let queue = MPSCQueue()

    func enqueue(_ number: Int) { queue.enqueue(QueuedValue(number)) }
    func dequeue() -> Int? { queue.dequeue().flatMap { ($0 as? QueuedValue<Int>)?.value } }
  }

  @Test func `returns events in the order of insertion`() {
    let box = Box()
    #expect(box.dequeue() == nil)
    box.enqueue(1)
    box.enqueue(2)
    #expect(box.dequeue() == 1)
    box.enqueue(3)
    #expect([box.dequeue(), box.dequeue(), box.dequeue()] == [2, 3, nil])
  }

  @Test func `releases a long queue without recursion`() {
    final class Token {}
    #expect(
      leaks { detector in
        let queue = MPSCQueue()
        queue.enqueue(QueuedValue(detector.watch(Token())))
        for number in 0..<100_000 { queue.enqueue(QueuedValue(number)) }
      } == [])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `behaves like an array`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let box = Box()
    var model: [Int] = []
    for number in 0..<2_000 {
      if Int.random(in: 0..<100, using: &random) < 52 {
        box.enqueue(number)
        model.append(number)
      } else {
        #expect(box.dequeue() == (model.isEmpty ? nil : model.removeFirst()))
      }
    }
  }

  @Test func `takes the events of several threads while one dequeues`() {
    let box = Box()
    let total = Stress.threads * Stress.count
    let received = Shared<[Int]>([])
    let producers = (0..<Stress.threads).map { thread in
      { @Sendable in for number in 0..<Stress.count { box.enqueue(thread * Stress.count + number) } }
    }
    let consumer = { @Sendable in
      var numbers: [Int] = []
      while numbers.count < total { if let number = box.dequeue() { numbers.append(number) } }
      received.withLock { [numbers] in $0 = numbers }
    }
    together(producers + [consumer])
    #expect(Stress.isComplete(received.current))
    #expect(box.dequeue() == nil)
  }

  @Test func `publishes what an event holds to the other thread`() {
    final class Parcel: @unchecked Sendable {
      // Sendable because it is written before it is enqueued, and read after it is dequeued.
      var number = 0
    }
    let queue = Shared(ParcelQueue())
    together(
      {
        for number in 1...1_000 {
          let parcel = Parcel()
          parcel.number = number
          queue.current.queue.enqueue(QueuedValue(parcel))
        }
      },
      {
        var last = 0
        while last < 1_000 {
          guard let parcel = queue.current.queue.dequeue() as? QueuedValue<Parcel> else { continue }
          #expect(parcel.value.number == last + 1)
          last = parcel.value.number
        }
      })
  }

  private final class ParcelQueue: Sendable {
    let queue = MPSCQueue()
  }
}
