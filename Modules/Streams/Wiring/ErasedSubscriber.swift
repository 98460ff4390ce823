/// A subscriber reduced to two closures without a generic type: what every operator keeps of its downstream.
///
/// NB: closures over raw pointers, because a closure that names a generic type is wrapped anew, with an allocation, each time
/// it crosses from generic to concrete code. They are made where the subscriber's type is known.
@usableFromInline package struct RawSubscriber {
  /// Takes the address of a value, returns the additional demand.
  @usableFromInline package let onValue: (UnsafeRawPointer) -> UInt
  @usableFromInline package let onLifecycle: (LifecycleEvent) -> Void
  @usableFromInline package let identity: CombineIdentifier
  /// The sequential that this is an inlet of, if one more upstream may be put before what follows there.
  @usableFromInline package let sequel: SequentialSubscription?
  /// Keeps a subscriber from outside this module alive, which the closures do not.
  ///
  /// A subscription that stores its downstream stores it ``unretained``, and keeps this no longer than until the end or the
  /// cancel. So a subscriber that never lets go of its subscription is released all the same.
  @usableFromInline package let subscriber: AnyObject?

  @inlinable @inline(__always)
  package init(
    identity: CombineIdentifier, sequel: SequentialSubscription? = nil, subscriber: AnyObject? = nil,
    value: @escaping (UnsafeRawPointer) -> UInt, lifecycle: @escaping (LifecycleEvent) -> Void
  ) {
    self.identity = identity
    self.sequel = sequel
    self.subscriber = subscriber
    onValue = value
    onLifecycle = lifecycle
  }

  /// The same without the subscriber, for an object that knows that it is kept alive elsewhere.
  @inlinable @inline(__always) package var unretained: RawSubscriber {
    RawSubscriber(identity: identity, sequel: sequel, value: onValue, lifecycle: onLifecycle)
  }

  @inlinable package func receive(subscription: any Subscription) {
    withUnsafePointer(to: subscription) { onLifecycle(.subscription($0)) }
  }

  @inlinable package func receive<Failure: Error>(completion: Subscribers.Completion<Failure>) {
    withUnsafePointer(to: completion) { onLifecycle(.completion($0)) }
  }
}

/// What a port carries besides values.
@usableFromInline package enum LifecycleEvent {
  // NB: an address too, because an existential costs two reference counts wherever it is handed on.
  case subscription(UnsafePointer<any Subscription>)
  /// The address of a `Subscribers.Completion`.
  case completion(UnsafeRawPointer)
}

/// A subscriber from outside this module.
@usableFromInline package final class SubscriberBox<S: Subscriber> {
  @usableFromInline package let subscriber: S

  @inlinable package init(_ subscriber: S) { self.subscriber = subscriber }
}

/// A subscriber of known input and failure types and of no other type: the inlet of a block, or what is behind an operator.
@usableFromInline package struct ErasedSubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline package let raw: RawSubscriber

  @inlinable @inline(__always) package init(raw: RawSubscriber) { self.raw = raw }

  /// Erases a subscriber.
  @inlinable @inline(__always)
  package init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    // NB: compared by type and not cast, because the comparison is gone once the code is specialised.
    if S.self == ErasedSubscriber<Input, Failure>.self {
      self = unsafeBitCast(subscriber, to: ErasedSubscriber<Input, Failure>.self)
    } else {
      let foreign = SubscriberBox(subscriber)
      // NB: not retained at each value: a publisher holds the port while it delivers, and the port holds the subscriber.
      let unretained = Unmanaged.passUnretained(foreign)
      raw = RawSubscriber(
        identity: subscriber.combineIdentifier, subscriber: foreign,
        value: { address in
          unretained._withUnsafeGuaranteedRef { foreign in
            address.borrow { (value: borrowing Input) in foreign.subscriber.receive(value).raw }
          }
        },
        lifecycle: { event in
          let subscriber = unretained.takeUnretainedValue().subscriber
          switch event {
          case .subscription(let subscription): subscriber.receive(subscription: subscription.pointee)
          case .completion(let pointer): subscriber.receive(completion: pointer.input())
          }
        })
    }
  }

  /// The inlet of a stage that has no state: what is asked and cancelled downstream goes to the upstream itself.
  ///
  /// - Parameters:
  ///   - next: What is downstream.
  ///   - value: Takes the address of a value (see `lend(to:)`) and returns the additional demand.
  @inlinable @inline(__always)
  package init(forwardingTo next: RawSubscriber, value: @escaping (UnsafeRawPointer) -> UInt) {
    raw = RawSubscriber(identity: next.identity, subscriber: next.subscriber, value: value, lifecycle: next.onLifecycle)
  }

  /// The inlet of a stage that concerns the subscription alone.
  @inlinable @inline(__always)
  package init(forwardingTo next: RawSubscriber, subscription: @escaping (any Subscription) -> any Subscription) {
    raw = RawSubscriber(
      identity: next.identity, subscriber: next.subscriber, value: next.onValue,
      lifecycle: { [next = next.unretained] event in
        switch event {
        case .subscription(let taken): next.receive(subscription: subscription(taken.pointee))
        case .completion: next.onLifecycle(event)
        }
      })
  }

  /// The inlet of a stage that concerns the completion alone.
  @inlinable @inline(__always)
  package init(forwardingTo next: RawSubscriber, completion: @escaping (Subscribers.Completion<Failure>) -> Void) {
    raw = RawSubscriber(
      identity: next.identity, subscriber: next.subscriber, value: next.onValue,
      lifecycle: { [onLifecycle = next.onLifecycle] in
        switch $0 {
        case .subscription: onLifecycle($0)
        case .completion(let pointer): completion(pointer.input())
        }
      })
  }

  /// The inlet of a block.
  ///
  /// - Parameter subscriber: What it keeps alive, where the block does not.
  @inlinable @inline(__always)
  package init(
    identity: AnyObject, sequel: SequentialSubscription? = nil, subscriber: AnyObject? = nil,
    subscription: @escaping (any Subscription) -> Void,
    value: @escaping (UnsafeRawPointer) -> UInt,
    completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    raw = RawSubscriber(
      identity: CombineIdentifier(identity), sequel: sequel, subscriber: subscriber, value: value,
      lifecycle: { event in
        switch event {
        case .subscription(let taken): subscription(taken.pointee)
        case .completion(let pointer): completion(pointer.input())
        }
      })
  }

  /// The same without the subscriber; see ``RawSubscriber/subscriber``.
  @inlinable @inline(__always) package var unretained: ErasedSubscriber { ErasedSubscriber(raw: raw.unretained) }

  @inlinable package var combineIdentifier: CombineIdentifier { raw.identity }

  @inlinable package func receive(subscription: any Subscription) { raw.receive(subscription: subscription) }

  @inlinable @inline(__always) package func receive(_ input: Input) -> Subscribers.Demand {
    let onValue = raw.onValue
    return _withUnprotectedUnsafePointer(to: input) { Subscribers.Demand(raw: onValue($0)) }
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>) { raw.receive(completion: completion) }
}

extension UnsafeRawPointer {
  /// Lends the value that a port was handed to a closure that stands ready.
  ///
  /// NB: declared for values that cannot be copied, because then the compiler does not: a value counted by reference passes
  /// without a retain. `input()` is for those who keep the value. Once for each kind of result, and for closures that may
  /// escape, because an unoptimised build retains or wraps at each value what it has to convert.
  @inlinable @inline(__always)
  package func lend<Value: ~Copyable, Result>(to body: @escaping (borrowing Value) -> Result) -> Result {
    body(assumingMemoryBound(to: Value.self).pointee)
  }

  @inlinable @inline(__always)
  package func lend<Value: ~Copyable>(to body: @escaping (borrowing Value) -> Bool) -> Bool {
    body(assumingMemoryBound(to: Value.self).pointee)
  }

  @inlinable @inline(__always)
  package func lend<Value: ~Copyable>(to body: @escaping (borrowing Value) -> Void) {
    body(assumingMemoryBound(to: Value.self).pointee)
  }

  /// Lends the value that a port was handed.
  @inlinable @inline(__always)
  package func borrow<Value: ~Copyable, Result>(_ body: (borrowing Value) -> Result) -> Result {
    body(assumingMemoryBound(to: Value.self).pointee)
  }

  /// The value that a port was handed.
  @inlinable @inline(__always) package func input<Value>(as type: Value.Type = Value.self) -> Value {
    assumingMemoryBound(to: Value.self).pointee
  }
}

/// Hands a value on to what is downstream.
@inlinable @inline(__always)
package func pass<Value>(_ value: consuming Value, to next: @escaping (UnsafeRawPointer) -> UInt) -> UInt {
  #if DEBUG
    // NB: without a closure around it, because that costs an unoptimised build as much as the rest of a stage.
    return pass(from: &value, to: next)
  #else
    // NB: unprotected, because nobody writes there: to guard the stack against that takes longer than the call.
    return _withUnprotectedUnsafePointer(to: value) { next($0) }
  #endif
}

#if DEBUG
  @inlinable package func pass<Value>(
    from address: UnsafePointer<Value>, to next: @escaping (UnsafeRawPointer) -> UInt
  ) -> UInt {
    next(UnsafeRawPointer(address))
  }
#endif
