import Dispatch
import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// Threads that wait for each other's turn do not wait for ever. A test that fails here does not end.
@Suite struct CircleTests {
  private static let count = 300

  /// Subscribers that send on, each to the next subject, the last one to the first.
  private final class Ring: Sendable {
    let subjects: [PassthroughSubject<Int, Never>]
    private let received = Shared<[Int]>([])
    private let subscriptions = Shared<[AnyCancellable]>([])

    init(_ size: Int) {
      subjects = (0..<size).map { _ in PassthroughSubject() }
      let received = received
      for (index, subject) in subjects.enumerated() {
        let next = subjects[(index + 1) % size]
        let subscription = subject.sink { hops in
          received.withLock { $0.append(hops) }
          if hops > 0 { next.send(hops - 1) }
        }
        subscriptions.withLock { $0.append(subscription) }
      }
    }

    var values: [Int] { received.current }
    func open() { subscriptions.withLock { $0 = [] } }
  }

  @Test(arguments: [1, 2, 3], [2, 4])
  func `subjects in a ring`(_ size: Int, _ threads: Int) {
    let hops = 5
    let ring = Ring(size)
    together(
      (0..<threads).map { thread in
        { @Sendable in for _ in 0..<Self.count { ring.subjects[thread % size].send(hops) } }
      })
    let expected = (0...hops).flatMap { Array(repeating: $0, count: threads * Self.count) }
    expectEqual(ring.values.sorted(), expected)
    ring.open()
  }

  @Test(arguments: [2, 3], [2, 4])
  func `subjects in a ring with a merge in each link`(_ size: Int, _ threads: Int) {
    let subjects = (0..<size).map { _ in PassthroughSubject<Int, Never>() }
    let inputs = (0..<size).map { _ in PassthroughSubject<Int, Never>() }
    let received = Shared(0)
    let subscriptions = subjects.indices.map { index in
      let next = subjects[(index + 1) % size]
      return subjects[index].merge(with: inputs[index]).sink { hops in
        received.withLock { $0 += 1 }
        if hops > 0 { next.send(hops - 1) }
      }
    }
    together(
      (0..<threads).map { thread in
        { @Sendable in for _ in 0..<Self.count { inputs[thread % size].send(5) } }
      })
    expectEqual(received.current, 6 * threads * Self.count)
    for subscription in subscriptions { subscription.cancel() }
  }

  /// Has each delivery of an element send an echo from inside, to the next thread's sender.
  private func echo(_ specimen: ContendedSpecimen, threads: Int) -> (values: [Int], alive: Int, peak: Int) {
    let counter = PayloadCounter()
    let values = Shared<[Int]>([])
    let all = threads * Self.count
    do {
      let contention = specimen.build(threads, counter)
      let senders = contention.senders
      let subscription = contention.publisher.sink { elements in
        for element in elements {
          let number = element.number
          values.withLock { $0.append(number) }
          guard number < all else { continue }
          senders[(number / Self.count + 1) % threads](Payload(number + all, in: counter))
        }
      }
      together(
        senders.enumerated().map { thread, send in
          { @Sendable in
            for index in 0..<Self.count { send(Payload(thread * Self.count + index, in: counter)) }
          }
        })
      subscription.cancel()
    }
    return (values.current, counter.alive, counter.peak)
  }

  static let complete = ContendedSpecimen.all.filter { $0.delivery == .everything }

  @Test(arguments: complete, [2, 4])
  func `a subscriber sends to another thread's publisher`(_ specimen: ContendedSpecimen, _ threads: Int) {
    let (values, alive, peak) = echo(specimen, threads: threads)
    expectEqual(values.sorted(), Array(0..<2 * threads * Self.count))
    expectEqual(alive, 0)
    // Each thread has an element of its own, one that is queued because of a circle, and their echoes.
    #expect(peak <= 8 * threads + specimen.kept, "elements wait in a queue")
  }

  static let partial = ContendedSpecimen.all.filter { $0.delivery == .some || $0.delivery == .pairs }

  @Test(arguments: partial, [2, 4])
  func `a subscriber of an operator that drops sends to another thread's publisher`(
    _ specimen: ContendedSpecimen, _ threads: Int
  ) {
    let (values, alive, _) = echo(specimen, threads: threads)
    expectEqual(Set(values).count, values.count)
    expectEqual(alive, 0)
  }

  @Test(arguments: complete, [2, 4])
  func `a subscriber on the main actor receives what background threads send`(
    _ specimen: ContendedSpecimen, _ threads: Int
  ) async {
    let counter = PayloadCounter()
    let all = threads * Self.count
    let values = await withCheckedContinuation { continuation in
      Task { @MainActor in
        let contention = specimen.build(threads, counter)
        let senders = contention.senders
        var values: [Int] = []
        var subscription: AnyCancellable?
        subscription = contention.publisher.receive(on: DispatchQueue.main).sink { elements in
          for element in elements {
            values.append(element.number)
            // The main thread sends, too, while the others do.
            if element.number < all { senders[element.number % threads](Payload(element.number + all, in: counter)) }
          }
          if values.count == 2 * all {
            subscription?.cancel()
            continuation.resume(returning: values)
          }
        }
        for (thread, send) in senders.enumerated() {
          DispatchQueue.global().async {
            for index in 0..<Self.count { send(Payload(thread * Self.count + index, in: counter)) }
          }
        }
      }
    }
    expectEqual(values.sorted(), Array(0..<2 * all))
  }
}
