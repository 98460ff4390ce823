import Synchronization

/// The subscriber of `sink` and `assign`: its demand is unlimited, and it receives values until completion or cancellation.
///
/// The closures are stored only in the erased subscriber, so that a value needs neither a lock nor a retain. They are
/// released with it, when upstream completes or is cancelled.
///
/// It requests once, when it receives its subscription, and so it needs no lock as ``UpstreamSubscription`` does.
@usableFromInline package final class ClosureSubscriber {
  /// The thread that moves it to `attaching`, or from `open` to `closed`, owns `subscription`. Each such change acquires what the
  /// one before it has released.
  @usableFromInline package let phase = Atomic(Phase.waiting)
  @exclusivity(unchecked) private var subscription: (any Subscription)?
  /// The actor that the value closure is isolated to, if any.
  @usableFromInline package let isolation: (any Actor)?

  @usableFromInline package enum Phase: UInt8, AtomicRepresentable, Sendable {
    /// Upstream has not sent its subscription.
    case waiting
    /// The subscription is being stored.
    case attaching
    case open
    case closed

    // NB: without this, each load checks that there is such a case.
    @inlinable @inline(__always) package init(rawValue: UInt8) { self = unsafeBitCast(rawValue, to: Phase.self) }
  }

  @usableFromInline package init(isolation: (any Actor)? = nil) { self.isolation = isolation }

  /// Whether neither a completion nor a cancel has ended it.
  // NB: values are accepted before a subscription too, because a stub in a test may not send one.
  @inlinable @inline(__always) package var acceptsValues: Bool { phase.load(ordering: .acquiring) != .closed }

  /// Whether the closure may receive a value.
  @inlinable @inline(__always) package func mayReceiveValue() -> Bool {
    guard acceptsValues else { return false }
    if let isolation { requireIsolation(isolation, "A value") }
    return true
  }

  /// Handles the subscription and the completion.
  ///
  /// - Parameter completion: Receives the address of the completion.
  @usableFromInline package func lifecycle(completion: ((UnsafeRawPointer) -> Void)?) -> (LifecycleEvent) -> Void {
    // A closure that captures one object alone takes no memory of its own.
    guard let completion else { return { [self] in receive($0) { _ in } } }
    return { [self] in receive($0, completion: completion) }
  }

  private func receive(_ event: LifecycleEvent, completion: (UnsafeRawPointer) -> Void) {
    switch event {
    case .subscription(let address):
      // Borrowed, because a copy is retained.
      UnsafeRawPointer(address).borrow { (subscription: borrowing any Subscription) in attach(subscription) }
    case .completion(let pointer): if !end().hadEnded { completion(pointer) }
    }
  }

  /// The value closure of a sink.
  // NB: generic over the value alone, so that it is compiled once and not for each type of publisher. LLVM would merge the copies
  // and put jumps to the remaining one in their place.
  @inlinable @inline(__always) package func valueClosure<Input>(
    calling receiveValue: @escaping (borrowing Input) -> Void
  ) -> (UnsafeRawPointer) -> UInt {
    // Two closures, because a check of the isolation takes registers from every value.
    guard isolation == nil else {
      return { [self] in
        if mayReceiveValue() { $0.lend(to: receiveValue) }
        return 0
      }
    }
    return { [self] in
      if acceptsValues { $0.lend(to: receiveValue) }
      return 0
    }
  }

  /// The subscriber to attach to upstream.
  @inlinable @inline(__always) package func makeSubscriber<Input, Failure: Error>(
    completion: ((UnsafeRawPointer) -> Void)? = nil, value: @escaping (UnsafeRawPointer) -> UInt
  ) -> ErasedSubscriber<Input, Failure> {
    ErasedSubscriber(raw: RawSubscriber(value: value, lifecycle: lifecycle(completion: completion)))
  }

  /// Keeps the subscription and requests unlimited. A second one, and one that arrives after the end, is cancelled.
  private func attach(_ new: borrowing any Subscription) {
    guard move(from: .waiting, to: .attaching) else { return new.cancel() }
    subscription = copy new
    guard move(from: .attaching, to: .open) else {
      subscription = nil
      return new.cancel()
    }
    new.request(.unlimited)
  }

  private func move(from old: Phase, to new: Phase) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  /// Ends this.
  ///
  /// - Returns: Whether it had ended before, and the subscription, if it was open.
  private func end() -> (hadEnded: Bool, subscription: (any Subscription)?) {
    let old = phase.exchange(.closed, ordering: .acquiringAndReleasing)
    return (old == .closed, old == .open ? subscription.take() : nil)
  }

  @usableFromInline package func cancel() { end().subscription?.cancel() }
}

extension Publisher {
  /// Attaches a subscriber that calls two closures.
  ///
  /// - Isolation: The closures carry their isolation: one written in a `@MainActor` class is isolated to the main actor,
  ///   unless it is `@Sendable`. If a value reaches such a closure on another thread, the program stops with a message that
  ///   names the remedy: put `receive(on:)` before `sink`. A ``Future`` that is fulfilled already delivers on the thread that
  ///   subscribes, where nothing stops.
  /// - Demand: Unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// let cancellable = [1, 2, 3].publisher.sink(
  ///   receiveCompletion: { print($0) },
  ///   receiveValue: { print($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - receiveCompletion: Receives the completion.
  ///   - receiveValue: Receives each value.
  /// - Returns: A cancellable that cancels the subscription when it is released.
  @inlinable @inline(__always) public func sink(
    receiveCompletion: @escaping @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    let closures = ClosureSubscriber(isolation: receiveValue.isolation)
    let owner = receiveCompletion.isolation
    let receiveCompletion = IsolatedClosure(receiveCompletion).unchecked
    let receiveValue: (borrowing Output) -> Void = IsolatedClosure(receiveValue).unchecked
    let end: (UnsafeRawPointer) -> Void = {
      if let owner { requireIsolation(owner, "The completion") }
      receiveCompletion($0.input())
    }
    receive(
      subscriber: closures.makeSubscriber(completion: end, value: closures.valueClosure(calling: receiveValue)))
    // A closure that captures one object alone takes no memory of its own; consumed, the object is not retained again.
    return AnyCancellable { [closures = consume closures] in closures.cancel() }
  }
}

extension Publisher where Failure == Never {
  /// Attaches a subscriber that calls a closure, to a publisher that cannot fail.
  ///
  /// - Isolation: As ``Publisher/sink(receiveCompletion:receiveValue:)``.
  /// - Demand: Unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// let cancellable = Just(1).sink { print($0) }
  /// ```
  ///
  /// - Parameter receiveValue: Receives each value.
  /// - Returns: A cancellable that cancels the subscription when it is released.
  @inlinable @inline(__always)
  public func sink(receiveValue: @escaping @isolated(any) (Output) -> Void) -> AnyCancellable {
    let closures = ClosureSubscriber(isolation: receiveValue.isolation)
    let receiveValue: (borrowing Output) -> Void = IsolatedClosure(receiveValue).unchecked
    receive(
      subscriber: closures.makeSubscriber(value: closures.valueClosure(calling: receiveValue)))
    return AnyCancellable { [closures = consume closures] in closures.cancel() }
  }
}
