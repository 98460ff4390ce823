public import Streams

/// A subject without a current value that never completes.
///
/// - Demand: An element without demand is dropped for that subscriber.
/// - Completion, failure: None.
/// - Cancellation: Releases the subscriber.
///
/// ```swift
/// let events = PassthroughRelay<Event>()
/// events.accept(.viewDidAppear)
/// ```
public final class PassthroughRelay<Output>: ForwardingPublisher {
  @usableFromInline package let source = PassthroughSubject<Output, Never>()

  /// Creates a relay.
  // NB: never inlined: the optimiser could put a relay, whose making it sees, on the stack.
  @inlinable @inline(never) public init() {}

  /// Emits an element to the subscribers. It is thread-safe.
  @inlinable public func accept(_ value: Output) { source.send(value) }
}

/// A subject with a current value that never completes.
///
/// - Demand: Emits the value at the first request. Values without demand are replaced by the latest one, which is emitted at
///   the next request.
/// - Completion, failure: None.
/// - Cancellation: Releases the subscriber.
///
/// ```swift
/// let name = CurrentValueRelay("Ada")
/// name.accept("Grace")
/// ```
public final class CurrentValueRelay<Output>: ForwardingPublisher {
  @usableFromInline package let source: CurrentValueSubject<Output, Never>

  /// Creates a relay with a value.
  // NB: never inlined: the optimiser could put a relay, whose making it sees, on the stack.
  @inlinable @inline(never) public init(_ value: Output) { source = CurrentValueSubject(value) }

  /// The current value.
  @inlinable public var value: Output { source.value }

  /// Replaces the value and emits the new one to the subscribers. It is thread-safe.
  @inlinable public func accept(_ value: Output) { source.send(value) }
}

extension PassthroughRelay: Sendable where Output: Sendable {}
extension CurrentValueRelay: Sendable where Output: Sendable {}

extension Publisher where Failure == Never {
  /// Sends each element to a relay. The relay does not complete with this publisher.
  ///
  /// - Demand: Requests unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// let relay = PassthroughRelay<String>()
  /// names.subscribe(relay).store(in: &cancellables)
  /// ```
  ///
  /// - Parameter relay: The relay.
  /// - Returns: A cancellable that keeps the subscription alive.
  @inlinable public func subscribe(_ relay: PassthroughRelay<Output>) -> AnyCancellable {
    sink { relay.accept($0) }
  }

  /// Sends each element to a relay. The relay does not complete with this publisher.
  ///
  /// - Demand: Requests unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// let relay = CurrentValueRelay("")
  /// names.subscribe(relay).store(in: &cancellables)
  /// ```
  ///
  /// - Parameter relay: The relay.
  /// - Returns: A cancellable that keeps the subscription alive.
  @inlinable public func subscribe(_ relay: CurrentValueRelay<Output>) -> AnyCancellable {
    sink { relay.accept($0) }
  }
}
