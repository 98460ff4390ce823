import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct SinkTests {
  private final class Thing {
    var number = 0
  }

  @Test func `releases its closures at a completion and at a cancel`() {
    let subject = PassthroughSubject<Int, Never>()
    var kept: [Subscribers.Sink<Int, Never>] = []
    var numbers: [Int] = []
    expectEqual(
      leaks { detector in
        let (one, two) = (detector.watch(Thing(), "ended"), detector.watch(Thing(), "cancelled"))
        for thing in [one, two] {
          let sink = Subscribers.Sink<Int, Never>(
            receiveCompletion: { _ in thing.number = -1 }, receiveValue: { thing.number += $0 })
          subject.subscribe(sink)
          kept.append(sink)
        }
        subject.send(2)
        numbers = [one.number, two.number]
        kept[1].cancel()
        subject.send(completion: .finished)
        numbers += [one.number, two.number]
      }, [])
    expectEqual(numbers, [2, 2, -1, 2])
    expectEqual(kept.count, 2)
  }

  @Test func `releases its closures while its cancellable is kept`() {
    let subject = PassthroughSubject<Int, Never>()
    var kept: [AnyCancellable] = []
    expectEqual(
      leaks { detector in
        let (one, two) = (detector.watch(Thing(), "ended"), detector.watch(Thing(), "cancelled"))
        kept = [one, two].map { thing in
          subject.sink(receiveCompletion: { _ in thing.number = -1 }, receiveValue: { thing.number += $0 })
        }
        kept[1].cancel()
        subject.send(completion: .finished)
      }, [])
    expectEqual(kept.count, 2)
  }

  @Test func `takes values and a failure without a subscription`() {
    var seen: [String] = []
    let cancellable = Stub(end: .failure(Oops())).map { $0 * 10 }
      .sink(receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
    expectEqual(seen, ["10", "20", "failure(StreamsSupport.Oops())"])
    cancellable.cancel()
  }

  @Test func `takes values and a completion by hand`() {
    var seen: [String] = []
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
    expectEqual(sink.receive(1), .none)
    sink.receive(completion: .finished)
    _ = sink.receive(2)
    sink.receive(completion: .finished)
    expectEqual(seen, ["1", "finished"])
  }

  @Test func `takes nothing after a cancel`() {
    var seen: [String] = []
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
    sink.cancel()
    _ = sink.receive(1)
    sink.receive(completion: .finished)
    expectEqual(seen, [])
  }

  @Test func `cancels a subscription that arrives after a cancel`() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    sink.cancel()
    let probe = ProbePublisher<Int, Never>()
    probe.subscribe(sink)
    #expect(probe.events.contains(.cancel))
  }

  @Test func `requests unlimited, and cancels when it is released`() {
    let probe = ProbePublisher<Int, Oops>()
    var seen: [String] = []
    var cancellable: AnyCancellable? = probe.sink(
      receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") })
    probe.send(1)
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    cancellable = nil
    expectEqual(probe.events.last, .cancel)
    expectEqual(seen, ["1"])
    #expect(cancellable == nil)
  }
}

/// A publisher that sends values and a completion without a subscription.
private struct Stub: Publisher {
  typealias Output = Int
  typealias Failure = Oops
  let end: Subscribers.Completion<Oops>
  func receive<S: Subscriber<Int, Oops>>(subscriber: S) {
    _ = subscriber.receive(1)
    _ = subscriber.receive(2)
    subscriber.receive(completion: end)
  }
}
