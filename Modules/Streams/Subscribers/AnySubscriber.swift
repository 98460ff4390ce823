/// A subscriber of which only the input and the failure are known.
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomDescribed {
  @usableFromInline package let port: ErasedSubscriber<Input, Failure>

  /// Hides the type of a subscriber.
  @inlinable public init<S: Subscriber>(_ subscriber: S) where Input == S.Input, Failure == S.Failure {
    port = ErasedSubscriber(subscriber)
  }

  /// Makes a subscriber that sends all it receives to a subject.
  @inlinable public init<S: Subject>(_ subject: S) where Input == S.Output, Failure == S.Failure {
    port = SubjectSubscriber(subject).makeSubscriber(to: subject)
  }

  /// Makes a subscriber of closures.
  ///
  /// - Parameters:
  ///   - receiveSubscription: What to do with the subscription; without it none is asked for anything.
  ///   - receiveValue: What to do with a value, and how many more to ask for; without it, none.
  ///   - receiveCompletion: What to do at the end.
  @inlinable public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    port = ErasedSubscriber(
      raw: RawSubscriber(
        owner: SubscriberOwner(),
        value: { receiveValue?($0.input()).raw ?? 0 },
        lifecycle: { event in
          switch event {
          case .subscription(let subscription): receiveSubscription?(subscription.pointee)
          case .completion(let pointer): receiveCompletion?(pointer.input())
          }
        }))
  }

  @inlinable public var combineIdentifier: CombineIdentifier { port.combineIdentifier }
  @inlinable public func receive(subscription: any Subscription) { port.receive(subscription: subscription) }
  @inlinable public func receive(_ input: Input) -> Subscribers.Demand { port.receive(input) }
  @inlinable public func receive(completion: Subscribers.Completion<Failure>) { port.receive(completion: completion) }

  public var description: String { "AnySubscriber" }
}
