import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct FlatMapTests {
  private let outer = ProbePublisher<Int, Oops>("outer")
  private let inners = [ProbePublisher<Int, Oops>("first"), ProbePublisher<Int, Oops>("second")]
  private let a = PassthroughSubject<Int, Never>()
  private let b = PassthroughSubject<Int, Never>()

  /// An operator over inner probes, chosen by their index.
  private func flatMap(
    _ inners: [ProbePublisher<Int, Never>], maxPublishers: Subscribers.Demand = .unlimited
  ) -> (ProbePublisher<Int, Never>, Publishers.FlatMap<ProbePublisher<Int, Never>, ProbePublisher<Int, Never>>) {
    let outer = ProbePublisher<Int, Never>("outer")
    return (outer, outer.flatMap(maxPublishers: maxPublishers) { inners[$0] })
  }

  @Test func `flattens sequences in order`() {
    var flat: [Int] = []
    let cancellable = [1, 2, 3].publisher.flatMap { n in (0..<n).publisher }.sink { flat.append($0) }
    expectEqual(flat, [0, 0, 1, 0, 1, 2])
    cancellable.cancel()
  }

  @Test func `emits the rest of an array when the outer finishes in a delivery`() {
    let outer = ProbePublisher<Int, Never>("outer")
    let recorder = outer.flatMap { [$0, $0 + 1, $0 + 2].publisher }.record { value in
      if value == 1 { outer.send(completion: .finished) }
      return .none
    }
    outer.send(1)
    expectEqual(recorder.history.dropFirst(), ["value: 1", "value: 2", "value: 3", "finished"])
  }

  @Test func `emits no more of an array after a cancel`() {
    let outer = PassthroughSubject<Int, Never>()
    var flat: [Int] = []
    var cancellable: AnyCancellable?
    cancellable = outer.flatMap { [$0, $0 + 1, $0 + 2].publisher }.sink {
      flat.append($0)
      if $0 == 2 { cancellable?.cancel() }
    }
    outer.send(1)
    expectEqual(flat, [1, 2])
  }

  @Test func `requests one more publisher after an array`() {
    let outer = ProbePublisher<Int, Never>("outer")
    let recorder = outer.flatMap(maxPublishers: .max(1)) { [$0, $0 + 1].publisher }.record()
    outer.send(1)
    outer.send(5)
    outer.send(completion: .finished)
    expectEqual(recorder.history.dropFirst(), ["value: 1", "value: 2", "value: 5", "value: 6", "finished"])
    expectEqual(outer.events, [.subscribe, .request(.max(1)), .request(.max(1)), .request(.max(1))])
  }

  @Test func `emits an array as it is requested`() {
    let outer = PassthroughSubject<Int, Never>()
    let recorder = outer.flatMap { [$0, $0 + 1, $0 + 2].publisher }.record(demand: .max(2)) { _ in .none }
    outer.send(1)
    expectEqual(recorder.values, [1, 2])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
  }

  @Test func `flattens an endless sequence until downstream finishes`() {
    let recorder = (1...).publisher.flatMap { Just($0) }.first(where: { $0 > 5 }).record()
    expectEqual(recorder.values, [6])
  }

  @Test func `requests one more publisher when an inner one finishes`() {
    let recorder = outer.flatMap(maxPublishers: .max(1)) { [inners] in inners[$0] }.record()
    outer.send(0)
    inners[0].send(completion: .finished)
    outer.send(1)
    outer.send(completion: .finished)
    #expect(recorder.completion == nil)
    inners[1].send(completion: .finished)
    expectEqual(recorder.completion, .finished)
    expectEqual(outer.events, [.subscribe, .request(.max(1)), .request(.max(1))])
  }

  @Test(.exitTest) func `requests nothing when it may have no inner publisher`() async {
    await #expect(processExitsWith: .success) {
      let probe = ProbePublisher<Int, Never>()
      let recorder = probe.flatMap(maxPublishers: .none) { Just($0) }.record()
      precondition(probe.events == [.subscribe])
      recorder.request(.max(1))
      precondition(probe.events == [.subscribe])
      probe.send(completion: .finished)
      precondition(recorder.history == ["subscription: FlatMap", "finished"])
    }
  }

  @Test func `cancels outer and inner publishers when one fails`() {
    let recorder = outer.flatMap { [inners] in inners[$0] }.record()
    outer.send(0)
    outer.send(1)
    inners[0].send(7)
    inners[0].send(completion: .failure(Oops()))
    inners[1].send(8)
    expectEqual(recorder.history, ["subscription: FlatMap", "value: 7", "failure: Oops()"])
    expectEqual(inners[1].events, [.subscribe, .request(.unlimited), .cancel])
    expectEqual(outer.events, [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func `requests no publisher when an inner one fails in a delivery`() {
    let cancellable = outer.flatMap(maxPublishers: .max(1)) { [inners] in inners[$0] }
      .sink(receiveCompletion: { _ in }, receiveValue: { [inners] _ in inners[0].send(completion: .failure(Oops())) })
    outer.send(0)
    inners[0].send(1)
    expectEqual(outer.events, [.subscribe, .request(.max(1)), .cancel])
    cancellable.cancel()
  }

  @Test func `cancels every inner publisher when the outer fails`() {
    let recorder = outer.flatMap { [inners] in inners[$0] }.record()
    outer.send(0)
    outer.send(1)
    outer.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: FlatMap", "failure: Oops()"])
    expectEqual(inners.map(\.events), Array(repeating: [.subscribe, .request(.unlimited), .cancel], count: 2))
  }

  @Test func `passes a cancel to the outer and every inner publisher`() {
    let recorder = outer.flatMap { [inners] in inners[$0] }.record()
    outer.send(0)
    outer.send(1)
    recorder.cancel()
    expectEqual(([outer] + inners).map(\.events.last), [.cancel, .cancel, .cancel])
  }

  @Test func `requests one value of each inner until there is demand`() {
    let inners = [ProbePublisher<Int, Never>("a"), ProbePublisher<Int, Never>("b")]
    let (outer, publisher) = flatMap(inners, maxPublishers: .max(2))
    let recorder = publisher.record(demand: .none)
    expectEqual(outer.events, [.subscribe, .request(.max(2))])
    outer.send(0)
    outer.send(1)
    expectEqual(inners.map(\.events), [[.subscribe, .request(.max(1))], [.subscribe, .request(.max(1))]])
    inners[0].send(1)
    inners[1].send(2)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expectEqual(inners.map(\.outstanding), [.max(1), .none])
    inners[0].send(completion: .finished)
    expectEqual(outer.events.last, .request(.max(1)))
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.violations, [])
  }

  @Test func `passes returned unlimited demand to every inner`() {
    let inners = [ProbePublisher<Int, Never>("a"), ProbePublisher<Int, Never>("b")]
    let (outer, publisher) = flatMap(inners)
    let recorder = publisher.record(demand: .max(1)) { _ in .unlimited }
    outer.send(0)
    outer.send(1)
    for value in 1...3 {
      if inners[0].outstanding > .none { inners[0].send(value) }
      if inners[1].outstanding > .none { inners[1].send(-value) }
    }
    expectEqual(recorder.values, [1, -1, 2, -2, 3, -3])
    expectEqual(inners.map(\.outstanding), [.unlimited, .unlimited])
  }

  @Test func `requests from an inner publisher during a delivery`() {
    let trial = Reentrancy()
    let flat = [trial.a, trial.b].publisher.flatMap { $0 }.filter { $0 > 0 }
    expectEqual(trial.valuesOfRequesting(flat), ["1", "2", "3", "5", "6"])
  }

  @Test func `requests another publisher during a delivery`() {
    let outer = ProbePublisher<Int, Never>("outer")
    var seen: [[ProbeEvent]] = []
    let cancellable = outer.flatMap(maxPublishers: .max(2)) { [a, b] in $0 == 0 ? a : b }.sink { [b] _ in
      b.send(completion: .finished)
      seen.append(outer.events)
    }
    outer.send(0)
    outer.send(1)
    a.send(1)
    expectEqual(seen, [[.subscribe, .request(.max(2)), .request(.max(1))]])
    withExtendedLifetime(cancellable) {}
  }

  @Test func `subscribes at once to an inner from inside a delivery`() {
    let values = Reentrancy.valuesOfNestedInner { $0.flatMap { $0 }.eraseToAnyPublisher() }
    expectEqual(values, ["open", "second appeared"])
  }

  @Test func `subscribes at once while another thread delivers`() {
    let (before, after) = Reentrancy.valuesOfInnerDuringDelivery { $0.flatMap { $0 }.eraseToAnyPublisher() }
    expectEqual(before, [1])
    expectEqual(after, [1, 11])
  }

  @Test func `loses nothing that several threads send`() {
    let subjects = (0..<Stress.threads).map { _ in PassthroughSubject<Int, Never>() }
    let seen = Shared<[Int]>([])
    let outer = PassthroughSubject<Int, Never>()
    let cancellable = outer.flatMap { subjects[$0] }.sink { value in seen.withLock { $0.append(value) } }
    for number in subjects.indices { outer.send(number) }
    Stress.send { subjects[$0 / Stress.count].send($0) }
    #expect(Stress.isComplete(seen.current))
    cancellable.cancel()
  }
}
