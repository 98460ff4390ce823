import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// What several threads send at the same time is delivered one by one, and nothing waits in a queue that nobody asked for.
@Suite struct SeveralThreadsTests {
  typealias Recorder = RecordingSubscriber<[Int], Never>

  static let count = ContendedSpecimen.count

  /// Has each thread send its numbers: thread 1 has 400 to 799.
  private func send(_ contention: Contention, _ counter: PayloadCounter) {
    together(
      contention.senders.enumerated().map { thread, send in
        { @Sendable in
          for index in 0..<Self.count { send(Payload(thread * Self.count + index, in: counter)) }
        }
      })
  }

  /// Whether the numbers of each thread come in its order. `isStrict` also means that none comes twice.
  private func isOrdered(_ numbers: [Int], isStrict: Bool = true) -> Bool {
    var newest: [Int: Int] = [:]
    for number in numbers {
      let last = newest.updateValue(number, forKey: number / Self.count) ?? -1
      if isStrict ? number <= last : number < last { return false }
    }
    return true
  }

  private func check(_ deliveries: [[Int]], _ specimen: ContendedSpecimen, threads: Int) {
    let numbers = deliveries.flatMap { $0 }
    let all = Array(0..<threads * Self.count)
    switch specimen.delivery {
    case .everything:
      expectEqual(numbers.sorted(), all)
      #expect(isOrdered(numbers))
    case .latest:
      let newest = (1...threads).map { $0 * Self.count - 1 }
      expectEqual(deliveries.last, newest)
      #expect(isOrdered(numbers, isStrict: false))
      // Every element starts a delivery, but for those that came before the first of another thread.
      let first = deliveries.first ?? []
      let expected = zip(first, first.indices).map { Self.count - ($0 - $1 * Self.count) }.reduce(1 - threads, +)
      expectEqual(deliveries.count, expected)
    case .pairs:
      let expected = (0..<Self.count).map { index in (0..<threads).map { $0 * Self.count + index } }
      expectEqual(deliveries, expected)
    case .some:
      #expect(isOrdered(numbers))
    }
  }

  @Test(arguments: ContendedSpecimen.all, [2, 4])
  func `nothing is lost, doubled or reordered`(_ specimen: ContendedSpecimen, _ threads: Int) {
    let counter = PayloadCounter()
    let recorder = Recorder()
    do {
      let contention = specimen.build(threads, counter)
      contention.publisher.map { $0.map(\.number) }.receive(subscriber: recorder)
      send(contention, counter)
      // Each thread has one element in its hands.
      #expect(
        counter.peak <= 2 * threads + specimen.kept + threads * specimen.keptPerThread, "elements wait in a queue")
    }
    recorder.cancel()
    expectEqual(recorder.violations, [])
    check(recorder.values, specimen, threads: threads)
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: ContendedSpecimen.all, [2, 4])
  func `a cancel inside a delivery is the last of it`(_ specimen: ContendedSpecimen, _ threads: Int) {
    let counter = PayloadCounter()
    for limit in [1, 2, 50] {
      let contention = specimen.build(threads, counter)
      let subscriber = Shared<Recorder?>(nil)
      let late = Shared(0)
      let seen = Shared(0)
      let recorder = Recorder { _ in
        let count = seen.withLock { seen in
          seen += 1
          return seen
        }
        if count == limit { subscriber.current?.cancel() }
        if count > limit { late.withLock { $0 += 1 } }
        return .none
      }
      subscriber.withLock { $0 = recorder }
      contention.publisher.map { $0.map(\.number) }.receive(subscriber: recorder)
      send(contention, counter)
      // What drops elements may not have delivered enough for the cancel inside.
      recorder.cancel()
      subscriber.withLock { $0 = nil }
      expectEqual(late.current, 0)
      expectEqual(recorder.violations, [])
    }
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: ContendedSpecimen.all, [2, 4])
  func `another thread may cancel and subscribe`(_ specimen: ContendedSpecimen, _ threads: Int) {
    let counter = PayloadCounter()
    do {
      let contention = specimen.build(threads, counter)
      let steady = contention.publisher.sink { _ in }
      let isOver = Shared(false)
      together([
        { @Sendable in
          send(contention, counter)
          isOver.withLock { $0 = true }
        },
        { @Sendable in
          while !isOver.current {
            let recorder = Recorder()
            contention.publisher.map { $0.map(\.number) }.receive(subscriber: recorder)
            recorder.cancel()
            expectEqual(recorder.violations, [])
          }
        },
      ])
      steady.cancel()
    }
    expectEqual(counter.alive, 0)
  }

  @Test func `every subject and every operator with several upstreams is sent to by several threads`() {
    let contended = Set(ContendedSpecimen.all.map { $0.name.prefix { $0 != "(" } })
    let expected = Set(
      (Specimen.severalUpstreams.map(\.name) + Specimen.shared.map(\.name)).map { $0.prefix { $0 != "(" } })
    // They make a publisher connectable, or connect it, and have no upstreams of their own beside it.
    expectEqual(expected.subtracting(contended).subtracting(["autoconnect", "makeConnectable"]).sorted(), [])
  }
}
