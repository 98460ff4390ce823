/// A type that can deliver a sequence of values over time to the subscribers that ask for them.
///
/// A publisher sends each subscriber one subscription, then at most as many values as the subscriber asked for, then at
/// most one completion. After the completion, or once the subscription is cancelled, it lets go of the subscriber.
public protocol Publisher<Output, Failure> {
  /// The kind of values this publisher sends.
  associatedtype Output
  /// The kind of error this publisher may end with; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Attaches a subscriber. Call `subscribe(_:)` instead; this is the point to implement.
  ///
  /// - Parameter subscriber: The subscriber to attach to this publisher.
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input

  /// The whole of this publisher where that is known beforehand: what lets `flatMap` and its kin do without a
  /// subscription. `nil`, the default, says that one must subscribe to know.
  var _scalar: _Scalar<Output, Failure>? { get }
}

/// All that a publisher with at most one value has to say.
@frozen public enum _Scalar<Output, Failure: Error> {
  case value(Output)
  case finished
  case failure(Failure)
}

extension Publisher {
  @inlinable @inline(__always) public var _scalar: _Scalar<Output, Failure>? { nil }

  /// Attaches a subscriber to this publisher.
  ///
  /// The subscriber receives the publisher's own subscription, and whatever else the publisher sends it: to keep to the
  /// contract is the publisher's responsibility.
  ///
  /// ```swift
  /// Just(1).subscribe(Subscribers.Sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }))
  /// ```
  ///
  /// - Parameter subscriber: The subscriber. Publishers of this module release it at the end and when it cancels, also if it
  ///   keeps its subscription.
  @inlinable @inline(__always)
  public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }
}

/// A publisher that starts only when it is told to.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts the publisher.
  ///
  /// - Returns: What stops it again.
  func connect() -> any Cancellable
}

/// The namespace of the types that operators return.
public enum Publishers {}
