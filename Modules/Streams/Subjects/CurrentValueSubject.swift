/// A subject with a current value, which it sends to each new subscriber and whenever it changes.
///
/// - Demand: The current value answers a subscriber's first demand at once. After values without demand, the next demand is
///   answered with the latest one. The demand on upstream publishers is unlimited.
/// - Completion: A later subscriber receives the completion and no value. Then setting `value` only stores it, and
///   `send(_:)` has no effect.
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

  /// Creates a subject.
  ///
  /// - Parameter value: The initial value.
  // NB: never inlined: the optimiser could put a subject, whose making it sees, on the stack.
  @inlinable @inline(never) public init(_ value: Output) {
    current = CurrentValue(value)
    subscribers = SubscriberList(requestsAtOnce: true)
  }

  deinit { subscribers.cancelUpstreams() }

  /// The current value. Setting it sends the new value; after the completion it only stores it.
  @inlinable public final var value: Output {
    get { current.value }
    set { subscribers.send(newValue, as: current) }
  }

  /// Sends a value, which becomes the current value. Has no effect after the completion.
  @inlinable public func send(_ input: Output) { subscribers.send(input, as: current, evenAfterCompletion: false) }

  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    subscribers.sendCompletion { $0.receive(completion: completion) }
  }

  public func send(subscription: any Subscription) { subscribers.attach(subscription) }

  @inlinable public var _hasEnded: Bool { subscribers.hasEnded }

  @inlinable public func receive<S: Subscriber>(subscriber: consuming S) where Output == S.Input, Failure == S.Failure {
    BufferingSubjectSubscription(
      ErasedSubscriber(subscriber).raw, of: self, subscribers: subscribers, name: "CurrentValueSubject",
      memory: CurrentValueMemory(current), copy: QueuedValue<Output>.copy
    ).start()
  }
}

extension CurrentValueSubject: Sendable where Output: Sendable {}
