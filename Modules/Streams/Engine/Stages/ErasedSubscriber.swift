/// A subscriber without generic types, as two closures: the form in which every operator keeps its downstream.
///
/// NB: closures over raw pointers. A closure that names a generic type is wrapped, with an allocation, each time it crosses
/// from generic to concrete code. These are made where the subscriber's type is known.
@usableFromInline package struct RawSubscriber {
  /// Receives the address of a value and returns the additional demand.
  @usableFromInline package let onValue: (UnsafeRawPointer) -> UInt
  @usableFromInline package let onLifecycle: (LifecycleEvent) -> Void
  /// Keeps a subscriber from outside this module alive; the closures do not.
  ///
  /// A subscription stores its downstream ``unretained`` and the owner beside it, which it releases at completion and at
  /// cancellation. A subscriber that never releases its subscription is therefore released all the same.
  @usableFromInline package var owner: SubscriberOwner?

  @inlinable @inline(__always) package init(
    owner: SubscriberOwner? = nil, value: @escaping (UnsafeRawPointer) -> UInt,
    lifecycle: @escaping (LifecycleEvent) -> Void
  ) {
    self.owner = owner
    onValue = value
    onLifecycle = lifecycle
  }

  /// The same without the owner, for an object that stores the owner separately.
  @inlinable @inline(__always) package var unretained: RawSubscriber {
    RawSubscriber(value: onValue, lifecycle: onLifecycle)
  }

  /// The owner as an upstream stage passes it on.
  @inlinable @inline(__always) package var forwardedOwner: SubscriberOwner? { owner?.forwarded }

  @usableFromInline package var identity: CombineIdentifier {
    // Without an owner the lifecycle closure's context stands for the subscriber that the closure captures.
    owner?.identity
      ?? CombineIdentifier(address: unsafeBitCast(onLifecycle, to: (code: UInt, context: UInt).self).context)
  }

  // Unprotected pointers here and wherever values are sent, because nothing writes to their addresses: a function with a stack
  // guard takes longer, also if only its rarest branch needs the guard.
  @inlinable package func receive(subscription: any Subscription) {
    _withUnprotectedUnsafePointer(to: subscription) { onLifecycle(.subscription($0)) }
  }

  @inlinable package func receive<Failure: Error>(completion: Subscribers.Completion<Failure>) {
    _withUnprotectedUnsafePointer(to: completion) { onLifecycle(.completion($0)) }
  }
}

/// What a subscriber receives besides values.
@usableFromInline package enum LifecycleEvent {
  // An address as well, because passing an existential costs two reference counts per call.
  case subscription(UnsafePointer<any Subscription>)
  /// The address of a `Subscribers.Completion`.
  case completion(UnsafeRawPointer)
}

/// Keeps a subscriber alive for the subscriptions that deliver to it.
@usableFromInline package class SubscriberOwner {
  @usableFromInline package init() {}

  /// The identity of the subscriber.
  @usableFromInline package var identity: CombineIdentifier { CombineIdentifier(self) }

  /// The owner that an upstream stage gets. It differs from this one where this one offers something to the direct
  /// upstream alone.
  @usableFromInline package var forwarded: SubscriberOwner? { self }
}

/// Owns a subscriber from outside this module.
@usableFromInline package final class SubscriberBox<S: Subscriber>: SubscriberOwner {
  @usableFromInline package let subscriber: S

  @inlinable package init(_ subscriber: S) { self.subscriber = subscriber }

  @inlinable package override var identity: CombineIdentifier { subscriber.combineIdentifier }
}

/// A subscriber of which only the input and failure types are known.
@usableFromInline package struct ErasedSubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline package let raw: RawSubscriber

  @inlinable @inline(__always) package init(raw: RawSubscriber) { self.raw = raw }

  /// Erases a subscriber.
  @inlinable @inline(__always) package init<S: Subscriber<Input, Failure>>(_ subscriber: S) {
    // Compared by type and not cast, because specialisation removes the comparison.
    if S.self == ErasedSubscriber<Input, Failure>.self {
      self = unsafeBitCast(subscriber, to: ErasedSubscriber<Input, Failure>.self)
    } else {
      let box = SubscriberBox(subscriber)
      // Not retained per value: a publisher keeps this subscriber while it delivers, and its owner is the box.
      let unretained = Unmanaged.passUnretained(box)
      raw = RawSubscriber(
        owner: box,
        value: { address in
          unretained._withUnsafeGuaranteedRef { box in
            address.borrow { (value: borrowing Input) in box.subscriber.receive(value).raw }
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

  /// The subscriber of a stateless stage: requests and cancellation go from downstream to the upstream directly.
  ///
  /// - Parameters:
  ///   - next: The downstream.
  ///   - value: Receives the address of a value (see `lend(to:)`) and returns the additional demand.
  @inlinable @inline(__always)
  package init(forwardingTo next: RawSubscriber, value: @escaping (UnsafeRawPointer) -> UInt) {
    raw = RawSubscriber(owner: next.forwardedOwner, value: value, lifecycle: next.onLifecycle)
  }

  /// The subscriber that a subscription of this module attaches to its upstream.
  ///
  /// - Parameter owner: What it keeps alive, where the subscription does not.
  @inlinable @inline(__always) package init(
    owner: SubscriberOwner? = nil,
    subscription: @escaping (any Subscription) -> Void,
    value: @escaping (UnsafeRawPointer) -> UInt,
    completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    raw = RawSubscriber(
      owner: owner, value: value,
      lifecycle: { event in
        switch event {
        case .subscription(let received): subscription(received.pointee)
        case .completion(let pointer): completion(pointer.input())
        }
      })
  }

  /// The same without the owner; see ``RawSubscriber/owner``.
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
  /// Lends the value at this address to a closure.
  ///
  /// Declared for non-copyable values, so that the compiler does not copy: a reference-counted value passes without a
  /// retain. Declared once per kind of result and for escaping closures, because an unoptimised build retains or wraps per
  /// value whatever it has to convert. Use `input()` to keep the value.
  @inlinable @inline(__always)
  package func lend<Value: ~Copyable, Result>(to body: @escaping (borrowing Value) -> Result) -> Result {
    body(assumingMemoryBound(to: Value.self).pointee)
  }

  @inlinable @inline(__always)
  package func lend<Value: ~Copyable>(to body: @escaping (borrowing Value) -> Bool) -> Bool {
    body(assumingMemoryBound(to: Value.self).pointee)
  }

  @inlinable @inline(__always) package func lend<Value: ~Copyable>(to body: @escaping (borrowing Value) -> Void) {
    body(assumingMemoryBound(to: Value.self).pointee)
  }

  /// Always true: whether this can be the address of a value, because none lies in the first bytes of the memory.
  ///
  /// A stage asks it, where a user's code knows the type of its upstream, so that each stage of a chain has code of its own: the size
  /// of the upstream is a different number in each.
  // NB: LLVM merges functions with equal code. Each of several equal stages would jump through two thunks into one shared
  // function, whose indirect call has as many targets as there are stages: 8 maps would take 55 ns instead of 32.
  @inlinable @inline(__always) package func alwaysTrue<Upstream: Publisher>(in upstream: Upstream.Type) -> Bool {
    #if DEBUG
      return true
    #else
      return !_isConcrete(upstream) || UInt(bitPattern: self) != UInt(MemoryLayout<Upstream>.size)
    #endif
  }

  /// Lends the value at this address to a non-escaping closure.
  @inlinable @inline(__always)
  package func borrow<Value: ~Copyable, Result, Failure: Error>(
    _ body: (borrowing Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(assumingMemoryBound(to: Value.self).pointee)
  }

  /// A copy of the value at this address.
  @inlinable @inline(__always) package func input<Value>(as type: Value.Type = Value.self) -> Value {
    assumingMemoryBound(to: Value.self).pointee
  }
}

/// Sends a value downstream.
@inlinable @inline(__always)
package func send<Value>(_ value: consuming Value, to next: @escaping (UnsafeRawPointer) -> UInt) -> UInt {
  #if DEBUG
    // Without a closure around it, which costs an unoptimised build as much as the rest of a stage.
    return send(from: &value, to: next)
  #else
    return _withUnprotectedUnsafePointer(to: value) { next($0) }
  #endif
}

#if DEBUG
  @inlinable package func send<Value>(
    from address: UnsafePointer<Value>, to next: @escaping (UnsafeRawPointer) -> UInt
  ) -> UInt {
    next(UnsafeRawPointer(address))
  }
#endif
