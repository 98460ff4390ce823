import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct ReplaySubjectTests {
  @Test func `replays the last values and the completion`() {
    let subject = ReplaySubject<Int, Oops>(bufferSize: 2)
    for number in 1...3 { subject.send(number) }
    let recorder = subject.record()
    expectEqual(recorder.values, [2, 3])
    subject.send(4)
    subject.send(completion: .failure(Oops()))
    subject.send(5)
    expectEqual(recorder.values, [2, 3, 4])
    expectEqual(recorder.completion, .failure(Oops()))
    let late = subject.record()
    expectEqual(late.history, ["subscription: ReplaySubject", "value: 3", "value: 4", "failure: Oops()"])
    expectEqual(late.violations, [])
  }

  @Test func `replays on demand and completes afterwards`() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 3)
    for number in 1...3 { subject.send(number) }
    let recorder = subject.record(demand: .max(1))
    subject.send(completion: .finished)
    expectEqual(recorder.values, [1])
    #expect(recorder.completion == nil)
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `keeps no more than its buffer size for slow subscribers`() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 2)
    let recorder = subject.record(demand: .none)
    for number in 1...9 { subject.send(number) }
    recorder.request(.unlimited)
    expectEqual(recorder.values, [8, 9])
  }

  /// A subscriber that joins inside a delivery gets the replayed values at once, and those sent there once.
  @Test func `replays to subscribers that join in a delivery`() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 2)
    var seen: [[Int]] = []
    var recorders: [RecordingSubscriber<Int, Never>] = []
    let cancellable = subject.sink { value in
      guard value == 1 else { return }
      subject.send(2)
      recorders.append(subject.record())
      seen.append(recorders[0].values)
      subject.send(3)
      recorders.append(subject.record(demand: .max(1)))
      seen.append(recorders[1].values)
      subject.send(completion: .finished)
      subject.send(4)
      recorders.append(subject.record())
      seen.append(recorders[2].values)
    }
    subject.send(1)
    expectEqual(seen, [[1, 2], [2], [2, 3]])
    recorders[1].request(.unlimited)
    expectEqual(recorders.map(\.values), [[1, 2, 3], [2, 3], [2, 3]])
    #expect(recorders.allSatisfy { $0.completion == .finished && $0.violations == [] })
    expectEqual(subject.record().values, [2, 3])
    withExtendedLifetime(cancellable) {}
  }

  @Test func `keeps the order of nested sends`() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    let first = subject.record(then: {
      if $0 < 50 { subject.send($0 + 1) }
      return .none
    })
    let second = subject.record()
    subject.send(1)
    expectEqual(first.values, Array(1...50))
    expectEqual(second.values, Array(1...50))
    expectEqual(first.violations, [])
  }

  @Test func `sends no completion to one that cancels at once`() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    subject.send(completion: .finished)
    var completion: Subscribers.Completion<Never>?
    subject.receive(
      subscriber: AnySubscriber<Int, Never>(
        receiveSubscription: { $0.cancel() }, receiveCompletion: { completion = $0 }))
    #expect(completion == nil)
  }

  @Test func `releases a subscriber that cancels`() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    expectEqual(
      leaks { detector in
        let recorder = detector.watch(subject.record())
        subject.send(1)
        recorder.cancel()
      }, [])
  }

  @Test func `replays without a gap while another thread sends`() {
    for round in 0..<60 {
      let limit = round % 2 == 0 ? 1_000 : 1
      let subject = ReplaySubject<Int, Never>(bufferSize: limit)
      let seen = [Shared<[Int]>([]), Shared<[Int]>([])]
      let kept = Shared<[AnyCancellable]>([])
      together(
        { for number in 0..<100 { subject.send(number) } },
        {
          for seen in seen {
            let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
            kept.withLock { $0.append(cancellable) }
          }
        })
      // With a buffer of one value, a subscriber begins at some value and misses nothing from there on.
      for seen in seen.map(\.current) { expectEqual(seen, Array((limit == 1 ? seen.first ?? 100 : 0)..<100)) }
    }
  }
}
