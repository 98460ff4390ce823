/// A publisher that code outside can send values through.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  func send(_ value: Output)

  /// Ends this subject: subscribers hear of it, and nothing is sent after it.
  func send(completion: Subscribers.Completion<Failure>)

  /// Hands this subject the subscription to an upstream publisher.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Tells the subscribers that it happened.
  @inlinable public func send() { send(()) }
}
