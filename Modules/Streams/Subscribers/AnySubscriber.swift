/// A subscriber that hides the type of another one, or calls closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline package let erased: ErasedSubscriber<Input, Failure>
  /// What it describes itself as: the subscriber, or the text for what is none.
  @usableFromInline package let base: Any

  /// Creates a subscriber that hides the type of another one.
  @inlinable public init<S: Subscriber>(_ subscriber: S) where Input == S.Input, Failure == S.Failure {
    erased = ErasedSubscriber(subscriber)
    base = subscriber
  }

  /// Creates a subscriber that sends every event to a subject.
  @inlinable public init<S: Subject>(_ subject: S) where Input == S.Output, Failure == S.Failure {
    let subscriber = SubjectSubscriber(subject)
    erased = subscriber.makeSubscriber(to: subject)
    base = subscriber.description
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
    base = "Anonymous AnySubscriber"
  }

  @inlinable public var combineIdentifier: CombineIdentifier { erased.combineIdentifier }
  @inlinable public func receive(subscription: any Subscription) { erased.receive(subscription: subscription) }
  @inlinable public func receive(_ input: Input) -> Subscribers.Demand { erased.receive(input) }
  @inlinable public func receive(completion: Subscribers.Completion<Failure>) { erased.receive(completion: completion) }

  /// The description of the subscriber that this hides, if it has one, or else its type.
  public var description: String { (base as? any CustomStringConvertible)?.description ?? "\(type(of: base))" }
  /// The mirror of the subscriber that this hides, without children if it does not make one itself.
  public var customMirror: Mirror {
    (base as? any CustomReflectable)?.customMirror ?? Mirror(base, children: EmptyCollection())
  }
  public var playgroundDescription: Any {
    (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}
