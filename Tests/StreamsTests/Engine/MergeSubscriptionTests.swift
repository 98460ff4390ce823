import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MergeSubscriptionTests {
  /// A publisher that emits what the first of two publishers to send an event sends.
  private struct Race<First: Publisher, Second: Publisher<First.Output, First.Failure>>: Publisher {
    typealias Output = First.Output
    typealias Failure = First.Failure

    let first: First
    let second: Second

    func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merge = MergeSubscription(ErasedSubscriber<Output, Failure>(subscriber), of: Self.self)
      let (left, right) = (InnerSubscription(), InnerSubscription())
      var winner: InnerSubscription?
      let wins = { (inner: InnerSubscription) -> Bool in
        if winner == nil {
          winner = inner
          merge.cancel(inner === left ? right : left)
        }
        return winner === inner
      }
      merge.start()
      merge.subscribe(
        to: first, as: left, completion: { _ in wins(left) },
        decide: { _ -> Decision<Output> in wins(left) ? .forward : .drop })
      merge.subscribe(
        to: second, as: right, completion: { _ in wins(right) },
        decide: { _ -> Decision<Output> in wins(right) ? .forward : .drop })
      merge.finishAdding()
    }
  }

  private let first = ProbePublisher<Int, Oops>()
  private let second = ProbePublisher<Int, Oops>()

  @Test func `lets a closure decide on a value`() {
    let recorder = Race(first: first, second: second).record()
    second.send(1)
    expectEqual(first.events, [.subscribe, .request(.unlimited), .cancel])
    second.send(2)
    second.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: Race", "value: 1", "value: 2", "finished"])
    expectEqual(recorder.violations, [])
  }

  @Test func `lets a closure decide on a finished completion`() {
    let recorder = Race(first: first, second: second).record()
    first.send(completion: .finished)
    expectEqual(second.events.last, .cancel)
    expectEqual(recorder.history, ["subscription: Race", "finished"])
  }

  @Test func `fails with a failure that a closure passes on`() {
    let recorder = Race(first: first, second: second).record()
    second.send(completion: .failure(Oops()))
    expectEqual(first.events.last, .cancel)
    expectEqual(recorder.history, ["subscription: Race", "failure: Oops()"])
  }

  /// Both publishers send while they are subscribed, and the first wins before the second is subscribed to.
  @Test func `ignores a failure that a closure does not pass on`() {
    let values = [1, 2].publisher.setFailureType(to: Oops.self)
    let recorder = Race(first: values, second: Fail<Int, Oops>(error: Oops())).record()
    expectEqual(recorder.history, ["subscription: Race", "value: 1", "value: 2", "finished"])
  }

  @Test func `keeps a value that waits before the completion`() {
    let recorder = Race(first: first, second: second).record(demand: .none)
    first.send(1)
    first.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: Race"])
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: Race", "value: 1", "finished"])
    expectEqual(recorder.violations, [])
  }

  @Test func `requests unlimited after the start, not during it`() {
    var pulled = 0
    let long = (1...1000).publisher.setFailureType(to: Oops.self).handleEvents(receiveOutput: { _ in pulled += 1 })
    let recorder = Race(first: long, second: second).prefix(3).record()
    expectEqual(recorder.history, ["subscription: Output", "value: 1", "value: 2", "value: 3", "finished"])
    expectEqual(pulled, 3)
  }
}
