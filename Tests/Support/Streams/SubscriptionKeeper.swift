import Streams

/// Keeps the subscription of the publisher that it is attached to, and requests nothing.
public final class SubscriptionKeeper {
  public private(set) var subscription: (any Subscription)?

  public init() {}

  public func attach(to publisher: some Publisher) {
    publisher.map { _ in }.mapError { $0 as any Error }.receive(
      subscriber: AnySubscriber<Void, any Error>(receiveSubscription: { self.subscription = $0 }))
  }
}
