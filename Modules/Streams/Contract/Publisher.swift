/// A type that emits a sequence of values over time to the subscribers that request them.
///
/// A publisher sends each subscriber one subscription, then at most as many values as the subscriber requested, then at
/// most one completion. At completion or cancellation it releases the subscriber.
public protocol Publisher<Output, Failure> {
  /// The type of the values.
  associatedtype Output
  /// The type of the failure; `Never` if the publisher cannot fail.
  associatedtype Failure: Error

  /// Attaches a subscriber. Publishers implement this method; callers use `subscribe(_:)`.
  ///
  /// - Parameter subscriber: The subscriber to attach.
  func receive<S: Subscriber>(subscriber: consuming S) where Failure == S.Failure, Output == S.Input

  /// All events of this publisher, if they are known in advance: then `flatMap` and similar operators need no
  /// subscription. The default is `nil`.
  var _scalar: _Scalar<Output, Failure>? { get }
}

/// All events of a publisher with at most one value.
@frozen public enum _Scalar<Output, Failure: Error> {
  case value(Output)
  case finished
  case failure(Failure)
}

extension Publisher {
  @inlinable @inline(__always) public var _scalar: _Scalar<Output, Failure>? { nil }

  /// Attaches a subscriber to this publisher.
  ///
  /// The subscriber receives the publisher's own subscription and events, without a wrapper. The publisher is responsible
  /// for the contract.
  ///
  /// ```swift
  /// Just(1).subscribe(Subscribers.Sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }))
  /// ```
  ///
  /// - Parameter subscriber: The subscriber. Publishers of this module release it at completion and cancellation, even if it
  ///   retains its subscription.
  @inlinable @inline(__always) public func subscribe<S: Subscriber<Output, Failure>>(_ subscriber: S) {
    receive(subscriber: subscriber)
  }
}

/// A publisher that starts when it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Connects the publisher.
  ///
  /// - Returns: A cancellable that disconnects the publisher.
  func connect() -> any Cancellable

  /// Connects, for `autoconnect()`.
  ///
  /// - Parameter keep: Receives the connection: where it can be cancelled while it is being made, before upstream is subscribed.
  func _connect(_ keep: (any Cancellable) -> Void)
}

extension ConnectablePublisher {
  @inlinable public func _connect(_ keep: (any Cancellable) -> Void) { keep(connect()) }
}

/// A namespace for the publishers that operators return.
public enum Publishers {}
