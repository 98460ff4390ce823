/// A subject without a value of its own: it sends each value to the present subscribers that have requested one.
///
/// - Demand: A value is dropped for a subscriber without demand. The upstream publishers given to
///   ``send(subscription:)`` are asked for unlimited as soon as one subscriber requests values.
/// - Completion: A later subscriber receives the completion at once.
/// - Threads: Thread-safe. A value sent from inside a delivery is delivered when the current one has reached every
///   subscriber; one sent by another thread waits for its turn. (Combine delivers the inner value first, so later subscribers see
///   the two in the wrong order.)
///
/// ```swift
/// let taps = PassthroughSubject<Int, Never>()
/// let cancellable = taps.sink { print($0) }
/// taps.send(1)
/// ```
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline package let subscribers: SubscriberList

  /// Creates a subject.
  public init() { subscribers = SubscriberList() }

  deinit { subscribers.cancelUpstreams() }

  @inlinable public func send(_ input: Output) { subscribers.send(input) }

  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    subscribers.sendCompletion { $0.receive(completion: completion) }
  }

  public func send(subscription: any Subscription) { subscribers.attach(subscription) }

  @inlinable public var _hasEnded: Bool { subscribers.hasEnded }

  @inlinable public func receive<S: Subscriber>(subscriber: consuming S) where Output == S.Input, Failure == S.Failure {
    SubjectSubscription(
      ErasedSubscriber(subscriber).raw, of: self, subscribers: subscribers, name: "PassthroughSubject"
    ).start()
  }
}

extension PassthroughSubject: Sendable where Output: Sendable {}
