import Scenario
import Streams

/// A subject of numbers, the pipeline that `build` puts behind it, and a slice that sends it 0, 1, 2 and so on.
func feed(_ events: Int, build: (PassthroughSubject<Int, Never>, Total) -> AnyCancellable) -> Slice {
  let total = Total()
  let subject = PassthroughSubject<Int, Never>()
  let subscription = build(subject, total)
  return Slice(total, keeping: subscription) {
    for value in 0..<events { subject.send(value) }
  }
}

/// A subscriber that asks for one value at first, and for one more at each value.
final class OneAtATime: Subscriber, Cancellable {
  typealias Input = Int
  typealias Failure = Never

  private let total: Total
  private var subscription: (any Subscription)?

  init(_ total: Total) {
    self.total = total
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(1))
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    total.add(input)
    return .max(1)
  }

  func receive(completion: Subscribers.Completion<Never>) {}

  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}

/// A subscriber that asks for values only when told to.
final class OnRequest: Subscriber, Cancellable {
  typealias Input = Int
  typealias Failure = Never

  private let total: Total
  private var subscription: (any Subscription)?

  init(_ total: Total) {
    self.total = total
  }

  func request(_ count: Int) {
    subscription?.request(.max(count))
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    total.add(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}

  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}
