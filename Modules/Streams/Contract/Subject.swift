/// A publisher whose values are sent by calling it.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  ///
  /// - Parameter input: The value.
  func send(_ input: Output)

  /// Sends a completion to the subscribers. Nothing is sent after it.
  ///
  /// - Parameter completion: The completion.
  func send(completion: Subscribers.Completion<Failure>)

  /// Attaches the subscription to an upstream publisher, from which the subject requests values.
  ///
  /// - Parameter subscription: The subscription.
  func send(subscription: any Subscription)

  /// Whether it has completed, as far as it is known.
  var _hasEnded: Bool { get }
}

extension Subject {
  @inlinable public var _hasEnded: Bool { false }
}

extension Subject where Output == Void {
  /// Sends an empty value to the subscribers.
  @inlinable public func send() { send(()) }
}
