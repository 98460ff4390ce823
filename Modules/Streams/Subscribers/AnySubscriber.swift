/// A subscriber that hides the type of another one, or calls closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomDescribed {
  @usableFromInline package let erased: ErasedSubscriber<Input, Failure>

  /// Creates a subscriber that hides the type of another one.
  @inlinable public init<S: Subscriber>(_ subscriber: S) where Input == S.Input, Failure == S.Failure {
    erased = ErasedSubscriber(subscriber)
  }

  /// Creates a subscriber that sends every event to a subject.
  @inlinable public init<S: Subject>(_ subject: S) where Input == S.Output, Failure == S.Failure {
    erased = SubjectSubscriber(subject).makeSubscriber(to: subject)
  }

  /// Creates a subscriber that calls closures.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Receives the subscription. Without it nothing is requested.
  ///   - receiveValue: Receives a value and returns the additional demand. Without it that is none.
  ///   - receiveCompletion: Receives the completion.
  @inlinable public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    erased = ErasedSubscriber(
      owner: SubscriberOwner(), subscription: { receiveSubscription?($0) },
      value: { receiveValue?($0.input()).raw ?? 0 }, completion: { receiveCompletion?($0) })
  }

  @inlinable public var combineIdentifier: CombineIdentifier { erased.combineIdentifier }
  @inlinable public func receive(subscription: any Subscription) { erased.receive(subscription: subscription) }
  @inlinable public func receive(_ input: Input) -> Subscribers.Demand { erased.receive(input) }
  @inlinable public func receive(completion: Subscribers.Completion<Failure>) { erased.receive(completion: completion) }

  public var description: String { "AnySubscriber" }
}
