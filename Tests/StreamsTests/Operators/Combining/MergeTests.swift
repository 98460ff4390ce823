import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MergeTests {
  private let a = PassthroughSubject<Int, Oops>()
  private let b = PassthroughSubject<Int, Oops>()

  @Test func `emits values as they come and finishes with the last`() {
    let recorder = a.merge(with: b).record()
    a.send(1)
    b.send(2)
    a.send(completion: .finished)
    b.send(3)
    b.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: Merge", "value: 1", "value: 2", "value: 3", "finished"])
  }

  @Test func `holds a value until it is requested`() {
    let one = ProbePublisher<Int, Never>()
    let two = ProbePublisher<Int, Never>()
    let recorder = one.merge(with: two.eraseToAnyPublisher()).record(demand: .max(1))
    one.send(1)
    two.send(2)
    expectEqual(recorder.values, [1])
    expectEqual(two.events, [.subscribe, .request(.max(1))])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2])
    expectEqual(two.events, [.subscribe, .request(.max(1)), .request(.max(1))])
  }

  @Test func `merges two to eight publishers and a collection`() {
    let s = (0..<8).map { [$0].publisher }
    expectEqual(s[0].merge(with: s[1], s[2]).record().values, [0, 1, 2])
    expectEqual(s[0].merge(with: s[1], s[2], s[3]).record().values, [0, 1, 2, 3])
    expectEqual(s[0].merge(with: s[1], s[2], s[3], s[4]).record().values, [0, 1, 2, 3, 4])
    expectEqual(s[0].merge(with: s[1], s[2], s[3], s[4], s[5]).record().values, Array(0...5))
    expectEqual(s[0].merge(with: s[1], s[2], s[3], s[4], s[5], s[6]).record().values, Array(0...6))
    let eight = s[0].merge(with: s[1], s[2], s[3], s[4], s[5], s[6], s[7]).record()
    expectEqual(eight.values, Array(0...7))
    expectEqual(eight.completion, .finished)
    expectEqual(Publishers.MergeMany(s).record().values, Array(0...7))
    expectEqual(Publishers.MergeMany(Just(1), Just(2)).merge(with: Just(3)).record().values, [1, 2, 3])
    expectEqual(Publishers.MergeMany([Just<Int>]()).record().history, ["subscription: Merge", "finished"])
  }

  @Test func `cancels the others when one fails`() throws {
    try expectMarbles(
      """
      a:           -1-#
      b:           --2
      a.upstream:  (^*)
      b.upstream:  (^*)--!
      result:      -12#
      """
    ) { rows, _ in rows.a.merge(with: rows.b) }
  }

  @Test func `passes a cancel to every upstream`() throws {
    try expectMarbles(
      """
      a:           -1
      b:           --2
      cancel:      ---!
      a.upstream:  (^*)--!
      b.upstream:  (^*)--!
      result:      -12
      """
    ) { rows, _ in rows.a.merge(with: rows.b) }
  }

  @Test func `requests from an upstream during a delivery`() {
    let trial = Reentrancy()
    let merged = trial.a.merge(with: trial.b.filter { $0 > 0 })
    expectEqual(trial.valuesOfRequesting(merged), ["1", "2", "3", "5", "6"])
  }

  @Test func `requests returned demand before the next delivery`() {
    let trial = Reentrancy()
    let (a, b, c) = (trial.a, trial.b, PassthroughSubject<Int, Never>())
    let merged = trial.valuesOfReturning(a.merge(with: b, c), first: 3) { value in
      switch value {
      case 1:
        b.send(2)
        c.send(3)
      case 3: b.send(4)
      default: break
      }
    } start: {
      a.send(1)
    }
    expectEqual(merged, ["1", "2", "3", "4"])
  }

  @Test func `asks no more of an upstream that sends after it was cancelled`() {
    let (a, b) = (StubPublisher<Int, Never>(), StubPublisher<Int, Never>())
    let subscriber = RecordingSubscriber<Int, Never>()
    a.merge(with: b).subscribe(subscriber)
    for stub in [a, b] { stub.send(subscription: Subscriptions.empty) }
    expectEqual(a.send(1), .none)
    subscriber.cancel()
    expectEqual(a.send(2), .none)
    expectEqual(b.send(3), .none)
  }

  @Test func `cancels every upstream during a delivery`() {
    let events = Reentrancy.eventsOfCancelling { a, b in a.filter { $0 > 0 }.merge(with: b.filter { $0 > 0 }) }
    expectEqual(events, [.cancel, .cancel])
  }

  @Test func `loses nothing that several threads send`() {
    let subjects = (0..<Stress.threads).map { _ in PassthroughSubject<Int, Never>() }
    let seen = Shared<[Int]>([])
    let cancellable = Publishers.MergeMany(subjects).sink { value in seen.withLock { $0.append(value) } }
    Stress.send { subjects[$0 / Stress.count].send($0) }
    #expect(Stress.isComplete(seen.current))
    cancellable.cancel()
  }

  /// With a limited demand, which a buffer has that keeps itself full, a value that waits for its turn is not lost.
  @Test func `loses nothing before a buffer that keeps itself full`() {
    let subjects = (0..<Stress.threads).map { _ in PassthroughSubject<Int, Never>() }
    let publishers: [AnyPublisher<Int, Never>] = [
      Publishers.MergeMany(subjects).eraseToAnyPublisher(),
      subjects.publisher.flatMap { $0 }.eraseToAnyPublisher(),
    ]
    for publisher in publishers {
      let seen = Shared<[Int]>([])
      let cancellable = publisher.buffer(size: 8, prefetch: .keepFull, whenFull: .dropNewest)
        .sink { value in seen.withLock { $0.append(value) } }
      Stress.send { subjects[$0 / Stress.count].send($0) }
      #expect(Stress.isComplete(seen.current))
      cancellable.cancel()
    }
  }

  /// Values that are sent from inside a delivery find the demand that is left.
  @Test func `accepts nested values while there is demand`() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let recorder = a.merge(with: b).record(demand: .max(3)) { value in
      if value == 1 { for nested in 11...13 { b.send(nested) } }
      return .none
    }
    a.send(1)
    expectEqual(recorder.values, [1, 11, 12])
    recorder.request(.max(5))
    expectEqual(recorder.values, [1, 11, 12, 13])
    expectEqual(recorder.violations, [])
  }

  /// A sender delivers its own values: it neither queues them for another thread nor delivers another thread's.
  @Test func `each thread delivers what it sends`() {
    let subjects = (0..<Stress.threads).map { _ in PassthroughSubject<Int, Never>() }
    let foreign = Shared(0)
    let count = Shared(0)
    let threads = Shared<[Int: Thread]>([:])
    let cancellable = Publishers.MergeMany(subjects).sink { value in
      count.withLock { $0 += 1 }
      if threads.current[value / Stress.count] != Thread.current { foreign.withLock { $0 += 1 } }
    }
    Stress.send { value in
      threads.withLock { $0[value / Stress.count] = Thread.current }
      subjects[value / Stress.count].send(value)
    }
    expectEqual(count.current, Stress.threads * Stress.count)
    expectEqual(foreign.current, 0)
    cancellable.cancel()
  }
}
