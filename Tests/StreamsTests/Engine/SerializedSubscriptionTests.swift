import Dispatch
import ExpectSupport
import StreamsSupport
import StreamsTesting
import Testing

@testable import Streams

@Suite struct SerializedSubscriptionTests {
  /// What is queued is the demand, not the requests: a thread that requests in a loop fills no memory.
  @Test func `requests during a delivery are one piece of work`() throws {
    let (isInside, requested) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let subject = CurrentValueSubject<Int, Never>(0)
    let source = Shared<SerializedSubscription?>(nil)
    let recorder = RecordingSubscriber<Int, Never>(demand: .none) { value in
      if value == 0 {
        isInside.signal()
        requested.wait()
      }
      return .none
    }
    subject.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).receive(
      subscriber: SubscriptionTap(recorder) { subscription in
        source.withLock { $0 = subscription as? SerializedSubscription }
      })
    let buffer = try #require(source.current)
    subject.send(1)
    together(
      { recorder.request(.max(1)) },
      {
        isInside.wait()
        for _ in 0..<1_000 { recorder.request(.max(1)) }
        #expect(buffer.serializer.pending.withLock { $0.work.count } <= 1)
        requested.signal()
      })
    for number in 2...1_100 { subject.send(number) }
    expectEqual(recorder.values.count, 1_001)
    recorder.cancel()
  }
}

/// A subscriber that shows another one's subscription.
private struct SubscriptionTap<Base: Subscriber>: Subscriber {
  let base: Base
  let onSubscription: (any Subscription) -> Void
  let combineIdentifier = CombineIdentifier()

  init(_ base: Base, _ onSubscription: @escaping (any Subscription) -> Void) {
    self.base = base
    self.onSubscription = onSubscription
  }

  func receive(subscription: any Subscription) {
    onSubscription(subscription)
    base.receive(subscription: subscription)
  }
  func receive(_ input: Base.Input) -> Subscribers.Demand { base.receive(input) }
  func receive(completion: Subscribers.Completion<Base.Failure>) { base.receive(completion: completion) }
}
