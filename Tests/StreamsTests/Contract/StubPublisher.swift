import Streams

/// A publisher that sends its subscribers what a test says, and a subscription only if the test says so.
final class StubPublisher<Output, Failure: Error>: Publisher {
  private var sendSubscription: ((any Subscription) -> Void)?
  private var sendValue: ((Output) -> Subscribers.Demand)?
  private var sendCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    sendSubscription = { subscriber.receive(subscription: $0) }
    sendValue = { subscriber.receive($0) }
    sendCompletion = { subscriber.receive(completion: $0) }
  }

  func send(subscription: any Subscription) { sendSubscription?(subscription) }
  @discardableResult func send(_ value: Output) -> Subscribers.Demand { sendValue?(value) ?? .none }
  func send(completion: Subscribers.Completion<Failure>) { sendCompletion?(completion) }
}
