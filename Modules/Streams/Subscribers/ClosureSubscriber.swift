/// The subscriber of `sink` and `assign`: its demand is unlimited, and it receives values until completion or cancellation.
///
/// The closures are stored only in the erased subscriber, so that a value needs neither a lock nor a retain. They are
/// released with it, when upstream completes or is cancelled.
@usableFromInline package final class ClosureSubscriber {
  @usableFromInline package let upstream = UpstreamSubscription()
  /// The actor that the value closure is isolated to, if any.
  @usableFromInline package let isolation: (any Actor)?

  @usableFromInline package init(isolation: (any Actor)? = nil) { self.isolation = isolation }

  /// Whether the closure may receive a value.
  @inlinable @inline(__always) package func admits() -> Bool {
    // NB: values are accepted before a subscription too, because a stub in a test may not send one.
    guard !upstream.isClosed else { return false }
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
      UnsafeRawPointer(address).borrow { (subscription: borrowing any Subscription) in
        _ = upstream.attach(subscription, requesting: .unlimited)
      }
    case .completion(let pointer): if upstream.closeFromAnyPhase() { completion(pointer) }
    }
  }

  /// The value closure of a sink.
  // NB: generic over the value alone, so that it is compiled once and not for each type of publisher. LLVM would merge the copies
  // and put jumps to the remaining one in their place.
  @inlinable @inline(__always) package func calling<Input>(
    _ receiveValue: @escaping (borrowing Input) -> Void
  ) -> (UnsafeRawPointer) -> UInt {
    { [self] in
      if admits() { $0.lend(to: receiveValue) }
      return 0
    }
  }

  /// The subscriber to attach to upstream.
  @inlinable @inline(__always) package func makeSubscriber<Input, Failure: Error>(
    completion: ((UnsafeRawPointer) -> Void)? = nil, value: @escaping (UnsafeRawPointer) -> UInt
  ) -> ErasedSubscriber<Input, Failure> {
    ErasedSubscriber(raw: RawSubscriber(value: value, lifecycle: lifecycle(completion: completion)))
  }

  @usableFromInline package func cancel() { upstream.cancel() }
}

extension Publisher {
  /// Attaches a subscriber that calls two closures.
  ///
  /// - Isolation: The closures carry their isolation: one written in a `@MainActor` class is isolated to the main actor,
  ///   unless it is `@Sendable`. If a value reaches such a closure on another thread, the program stops with a message that
  ///   names the remedy: put `receive(on:)` before `sink`.
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
      subscriber: closures.makeSubscriber(completion: end, value: closures.calling(receiveValue)))
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
      subscriber: closures.makeSubscriber(value: closures.calling(receiveValue)))
    return AnyCancellable { [closures = consume closures] in closures.cancel() }
  }
}
