/// The end of a pipeline made by `sink` or `assign`: asks for everything, and is open until the end or `cancel()`.
///
/// NB: the closures that take the values are in the port alone, so that a value costs neither a lock nor a retain; they are
/// released with the port, which upstream lets go of at the end.
@usableFromInline final class Terminal: Cancellable {
  @usableFromInline let link = Link()

  @usableFromInline init() {}

  @usableFromInline func open(_ subscription: any Subscription) {
    if link.attach(subscription) { subscription.request(.unlimited) }
  }

  @usableFromInline func cancel() { link.cancel() }

  /// Where a publisher's values go in.
  ///
  /// - Parameters:
  ///   - isolation: The actor that both closures belong to, if they belong to one.
  ///   - value: Takes the address of a value.
  ///   - completion: Takes the address of the completion.
  @inlinable @inline(__always)
  func port(
    isolation: (any Actor)?,
    value: @escaping (UnsafeRawPointer) -> Void,
    completion: @escaping (UnsafeRawPointer) -> Void
  ) -> RawPort {
    let signal: (Signal) -> Void = { [self] signal in
      switch signal {
      case .subscription(let subscription): open(subscription)
      case .completion(let pointer):
        guard link.end() else { return }
        if let isolation { requireIsolation(isolation, "The completion") }
        completion(pointer)
      case .identity(let identity): identity.pointee = CombineIdentifier(self)
      case .sequel: break
      }
    }
    guard let isolation else {
      return RawPort(
        value: { [self] in
          if link.isOpen { value($0) }
          return 0
        }, signal: signal)
    }
    return RawPort(
      value: { [self] in
        guard link.isOpen else { return 0 }
        requireIsolation(isolation, "A value")
        value($0)
        return 0
      }, signal: signal)
  }
}

extension Publisher {
  /// Ends a pipeline in two closures.
  ///
  /// - Isolation: A closure written in an actor's code is that actor's. If a value reaches it elsewhere, the program
  ///   stops with a message: put `receive(on:)` before `sink`.
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
  ///   - isolation: The actor the closures belong to; the caller's.
  ///   - receiveCompletion: What to do at the end.
  ///   - receiveValue: What to do with each value.
  /// - Returns: What keeps the subscription alive.
  @inlinable @inline(__always)
  public func sink(
    isolation: isolated (any Actor)? = #isolation,
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let terminal = Terminal()
    let port = terminal.port(
      isolation: isolation, value: { receiveValue($0.input()) }, completion: { receiveCompletion($0.input()) })
    receive(subscriber: Port<Output, Failure>(raw: port))
    return AnyCancellable(terminal)
  }
}

extension Publisher where Failure == Never {
  /// Ends a pipeline that cannot fail in a closure.
  ///
  /// - Isolation: As ``Publisher/sink(isolation:receiveCompletion:receiveValue:)``.
  /// - Demand: Unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// let cancellable = Just(1).sink { print($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The actor the closure belongs to; the caller's.
  ///   - receiveValue: What to do with each value.
  /// - Returns: What keeps the subscription alive.
  @inlinable @inline(__always)
  public func sink(
    isolation: isolated (any Actor)? = #isolation,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let terminal = Terminal()
    let port = terminal.port(
      isolation: isolation, value: { receiveValue($0.input()) }, completion: { _ in })
    receive(subscriber: Port<Output, Failure>(raw: port))
    return AnyCancellable(terminal)
  }
}
