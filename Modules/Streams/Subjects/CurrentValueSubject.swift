/// A subject that keeps one value, hands it to each new subscriber, and sends each change of it.
///
/// - Demand: A subscriber's first demand is answered at once with the value. A value that finds no demand is made up for by
///   the newest one at the next demand. Upstream publishers are asked for everything at once.
/// - Completion: After the end a new subscriber gets the completion and no value. Setting `value` stores it without sending;
///   `send(_:)` does nothing.
/// - Threads: As ``PassthroughSubject``.
///
/// ```swift
/// let name = CurrentValueSubject<String, Never>("Ada")
/// let cancellable = name.sink { print($0) }  // Ada
/// name.value = "Grace"                       // Grace
/// ```
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline package let subscribers: SubscriberList
  @usableFromInline package let current: CurrentValue<Output>

  /// Makes a subject.
  ///
  /// - Parameter value: The value it starts with.
  public init(_ value: Output) {
    current = CurrentValue(value)
    subscribers = SubscriberList(requestsAtOnce: true)
  }

  deinit { subscribers.close() }

  /// The current value. Setting it sends the new value; after the end it only stores it.
  public final var value: Output {
    get { current.value }
    set { subscribers.send(newValue, as: current) }
  }

  /// Sends a value, which becomes the current value. Does nothing after the end.
  @inlinable public func send(_ input: Output) { subscribers.send(input, as: current, evenAfterCompletion: false) }

  public func send(completion: Subscribers.Completion<Failure>) {
    subscribers.sendCompletion { $0.receive(completion: completion) }
  }

  public func send(subscription: any Subscription) { subscribers.attach(subscription) }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    CurrentValueSubscription(
      ErasedSubscriber(subscriber).raw, of: self, subscribers: subscribers, current: current,
      name: "CurrentValueSubject"
    )
    .start()
  }
}

extension CurrentValueSubject: Sendable where Output: Sendable {}

extension CurrentValueSubject: ListedSubject {}
