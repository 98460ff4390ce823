public import Streams

/// A `PassthroughSubject` that never ends: what accepts values and cannot be completed by mistake.
///
/// - Demand: A value is dropped for a subscriber that has not asked for it.
/// - Completion: None.
///
/// ```swift
/// let events = PassthroughRelay<Event>()
/// events.accept(.viewDidAppear)
/// ```
public final class PassthroughRelay<Output>: ForwardingPublisher {
  @usableFromInline package let source = PassthroughSubject<Output, Never>()

  /// Makes a relay.
  public init() {}

  /// Sends a value to the subscribers.
  public func accept(_ value: Output) { source.send(value) }
}

/// A `CurrentValueSubject` that never ends.
///
/// - Demand: A subscriber's first demand is answered with the value; what is missed is made up for by the newest.
/// - Completion: None.
///
/// ```swift
/// let name = CurrentValueRelay("Ada")
/// name.accept("Grace")
/// ```
public final class CurrentValueRelay<Output>: ForwardingPublisher {
  @usableFromInline package let source: CurrentValueSubject<Output, Never>

  /// Makes a relay with a value.
  public init(_ value: Output) { source = CurrentValueSubject(value) }

  /// The value.
  public var value: Output { source.value }

  /// Replaces the value and sends the new one to the subscribers.
  public func accept(_ value: Output) { source.send(value) }
}

extension PassthroughRelay: Sendable where Output: Sendable {}
extension CurrentValueRelay: Sendable where Output: Sendable {}

extension Publisher where Failure == Never {
  /// Has a relay accept each value; the end of this publisher is not the relay's.
  ///
  /// - Demand: Unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// let relay = PassthroughRelay<String>()
  /// names.subscribe(relay).store(in: &cancellables)
  /// ```
  public func subscribe(_ relay: PassthroughRelay<Output>) -> AnyCancellable {
    sink { relay.accept($0) }
  }

  /// Has a relay accept each value; the end of this publisher is not the relay's.
  ///
  /// - Demand: Unlimited.
  /// - Cancellation: When the result is cancelled or released.
  ///
  /// ```swift
  /// let relay = CurrentValueRelay("")
  /// names.subscribe(relay).store(in: &cancellables)
  /// ```
  public func subscribe(_ relay: CurrentValueRelay<Output>) -> AnyCancellable {
    sink { relay.accept($0) }
  }
}
