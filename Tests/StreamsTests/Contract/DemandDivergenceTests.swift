import ExpectSupport
import Foundation
import Streams
import StreamsSupport
import StreamsTesting
import Testing

extension DivergencesTests {
  /// Combine passes it on.
  @Test func `a request for no values is not passed on`() {
    let probe = ProbePublisher<Int, Never>()
    let recorders = [
      probe.append(1).record(demand: .none), probe.delay(for: 1, scheduler: TestScheduler()).record(demand: .none),
      probe.merge(with: Empty(completeImmediately: false)).record(demand: .none),
    ]
    for recorder in recorders { recorder.request(.none) }
    #expect(!probe.events.contains(.request(.none)))
    for recorder in recorders { recorder.cancel() }
  }

  /// Combine passes requests and cancels to an upstream that has ended.
  @Test func `an upstream that has ended is neither asked nor cancelled`() {
    let upstream = StubPublisher<Int, Never>()
    let subscription = LoggedSubscription()
    let keeper = SubscriptionKeeper()
    keeper.attach(to: upstream.tryMap { $0 })
    upstream.send(subscription: subscription)
    upstream.send(completion: .finished)
    keeper.subscription?.request(.max(1))
    keeper.subscription?.cancel()
    expectEqual(subscription.events, [])
  }

  /// Combine stops the program.
  @Test func `drop(while:) accepts a request for no values`() {
    let recorder = [1, 2].publisher.drop { $0 < 2 }.record(demand: .none)
    recorder.request(.none)
    let throwing = [1, 2].publisher.tryDrop { $0 < 2 }.record(demand: .none)
    throwing.request(.none)
    expectEqual(recorder.values + throwing.values, [])
  }

  @Test func `zip keeps elements beyond demand`() {
    let (first, second) = (ProbePublisher<Int, Never>(), ProbePublisher<Int, Never>())
    let recorder = first.zip(second).map { $0 * 10 + $1 }.record(demand: .max(1))
    for number in 1...2 { first.send(number) }
    for number in 1...2 { second.send(number) }
    expectEqual(recorder.values, [11])
    recorder.request(.max(1))
    expectEqual(recorder.values, [11, 22])
    recorder.cancel()
  }

  /// Combine forwards them.
  @Test func `prefix(untilOutputFrom:) drops elements beyond demand`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.prefix(untilOutputFrom: PassthroughSubject<Int, Never>()).record(demand: .max(1))
    for number in 1...2 { probe.send(number) }
    expectEqual(recorder.values, [1])
    recorder.cancel()
  }

  /// Combine loses the demand.
  @Test func `drop(untilOutputFrom:) asks for another element for each that it drops`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.drop(untilOutputFrom: PassthroughSubject<Int, Never>()).record(demand: .max(1))
    expectEqual(probe.send(1), .max(1))
    recorder.cancel()
  }

  /// Combine subscribes to the upstream.
  @Test func `drop(untilOutputFrom:) does not subscribe when its trigger has ended`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.drop(untilOutputFrom: Empty<Int, Never>()).record()
    expectEqual(recorder.completion, .finished)
    #expect(!probe.events.contains(.request(.unlimited)))
  }

  /// Combine keeps them.
  @Test func `triggers are cancelled when they have fired`() {
    let (until, from) = (ProbePublisher<Int, Never>(), ProbePublisher<Int, Never>())
    let recorders = [
      PassthroughSubject<Int, Never>().prefix(untilOutputFrom: until).record(),
      PassthroughSubject<Int, Never>().drop(untilOutputFrom: from).record(),
    ]
    until.send(1)
    from.send(1)
    expectEqual(until.events.last, .cancel)
    expectEqual(from.events.last, .cancel)
    for recorder in recorders { recorder.cancel() }
  }

  /// Combine does not cancel it.
  @Test func `a failing inner publisher of flatMap cancels the outer one`() {
    let outer = ProbePublisher<Int, Oops>()
    let recorder = outer.flatMap { _ in Fail<Int, Oops>(error: Oops()) }.record()
    outer.send(1)
    expectEqual(recorder.completion, .failure(Oops()))
    expectEqual(outer.events.last, .cancel)
  }

  /// Combine waits for demand.
  @Test func `a buffer without elements finishes at once`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none)
    probe.send(completion: .finished)
    expectEqual(recorder.completion, .finished)
  }

  /// Combine waits for the next request.
  @Test func `a full buffer fails right after its last element`() {
    let subject = PassthroughSubject<Int, Oops>()
    let recorder = subject.buffer(size: 3, prefetch: .byRequest, whenFull: .customError(Oops.init))
      .record(demand: .none)
    for number in 0..<5 { subject.send(number) }
    recorder.request(.max(3))
    expectEqual(
      recorder.history, ["subscription: Buffer", "value: 0", "value: 1", "value: 2", "failure: Oops()"])
  }

  /// Combine asks for each element by a request.
  @Test func `a delivery returns the demand that it leads to`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).record()
    probe.send(1)
    probe.send(2)
    expectEqual(probe.events, [.subscribe, .request(.max(2)), .additional(.max(1)), .additional(.max(1))])
    expectEqual(recorder.values, [1, 2])
    recorder.cancel()
  }

  /// Combine makes a demand that is more than unlimited.
  @Test func `a demand is never more than unlimited`() {
    let json = Data("[9223372036854775809]".utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Subscribers.Demand].self, from: json) }
    expectEqual(Subscribers.Demand.max(.max) - (-1), .unlimited)
  }
}

/// A subscription that records its requests and cancels.
final class LoggedSubscription: Subscription {
  private(set) var events: [String] = []

  func request(_ demand: Subscribers.Demand) { events.append("request \(demand)") }
  func cancel() { events.append("cancel") }
}
