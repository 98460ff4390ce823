/// The end of a pipeline made by `sink` or `assign`: asks for everything, and is open until the end or `cancel()`.
///
/// NB: the closures that take the values are in the port alone, so that a value costs neither a lock nor a retain; they are
/// released with the port, which upstream lets go of at the end.
@usableFromInline package final class ClosureSubscriber: CancelAction {
  @usableFromInline package let upstream = UpstreamSubscription()
  /// The actor that what takes the values belongs to, if it belongs to one.
  @usableFromInline package let isolation: (any Actor)?

  @usableFromInline package init(isolation: (any Actor)? = nil) { self.isolation = isolation }

  /// Whether a value may be handed to the closure.
  @inlinable @inline(__always) package func admits() -> Bool {
    // NB: values count before a subscription too: a stub in a test may never send one.
    guard !upstream.isClosed else { return false }
    if let isolation { requireIsolation(isolation, "A value") }
    return true
  }

  /// What hears the signals.
  ///
  /// - Parameter completion: Takes the address of the completion.
  @usableFromInline package func lifecycle(completion: ((UnsafeRawPointer) -> Void)? = nil) -> (LifecycleEvent) -> Void
  {
    { [self] event in
      switch event {
      case .subscription(let subscription):
        if upstream.attach(subscription.pointee) { subscription.pointee.request(.unlimited) }
      case .completion(let pointer):
        if upstream.closeFromAnyPhase() { completion?(pointer) }
      }
    }
  }

  /// Where the values go in.
  @inlinable @inline(__always)
  package func makeSubscriber<Input, Failure: Error>(
    completion: ((UnsafeRawPointer) -> Void)? = nil, value: @escaping (UnsafeRawPointer) -> UInt
  ) -> ErasedSubscriber<Input, Failure> {
    ErasedSubscriber(
      raw: RawSubscriber(value: value, lifecycle: lifecycle(completion: completion)))
  }

  @usableFromInline package override func cancel() { upstream.cancel() }
}

extension Publisher {
  /// Ends a pipeline in two closures.
  ///
  /// - Isolation: The closures carry their isolation: one that is written in a `@MainActor` class belongs to the main actor,
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
  ///   - receiveCompletion: What to do at the end.
  ///   - receiveValue: What to do with each value.
  /// - Returns: What keeps the subscription alive.
  @inlinable @inline(__always)
  public func sink(
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
      subscriber: closures.makeSubscriber(completion: end) {
        if closures.admits() { $0.lend(to: receiveValue) }
        return 0
      })
    return AnyCancellable(action: closures)
  }
}

extension Publisher where Failure == Never {
  /// Ends a pipeline that cannot fail in a closure.
  ///
  /// - Isolation: As ``Publisher/sink(receiveCompletion:receiveValue:)``.
  /// - Demand: Unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// let cancellable = Just(1).sink { print($0) }
  /// ```
  ///
  /// - Parameter receiveValue: What to do with each value.
  /// - Returns: What keeps the subscription alive.
  @inlinable @inline(__always)
  public func sink(receiveValue: @escaping @isolated(any) (Output) -> Void) -> AnyCancellable {
    let closures = ClosureSubscriber(isolation: receiveValue.isolation)
    let receiveValue: (borrowing Output) -> Void = IsolatedClosure(receiveValue).unchecked
    receive(
      subscriber: closures.makeSubscriber {
        if closures.admits() { $0.lend(to: receiveValue) }
        return 0
      })
    return AnyCancellable(action: closures)
  }
}
