extension Publisher where Failure == Never {
  /// Delays the upstream until `connect()` is called.
  ///
  /// - Demand: Requests unlimited from the upstream once a subscriber requests elements. An element without demand is dropped
  ///   for that subscriber.
  /// - Completion: Passed through. A later subscriber receives it at once.
  /// - Failure: None.
  /// - Cancellation: A subscriber's cancellation concerns that subscriber alone. Cancel the result of `connect()` to cancel the
  ///   upstream.
  ///
  /// ```swift
  /// let numbers = [1, 2].publisher.makeConnectable()
  /// let first = numbers.sink { print("first \($0)") }
  /// let second = numbers.sink { print("second \($0)") }
  /// let connection = numbers.connect()
  /// ```
  ///
  /// - Returns: A connectable publisher, which shares one subscription to the upstream among its subscribers.
  @inlinable public func makeConnectable() -> Publishers.MakeConnectable<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher that delays its upstream until `connect()` is called.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher, ForwardingPublisher {
    @usableFromInline package let source: Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>

    @inlinable public init(upstream: Upstream) {
      source = Multicast(upstream: upstream, createSubject: PassthroughSubject.init)
    }

    @inlinable public func connect() -> any Cancellable { source.connect() }
    @inlinable public func _connect(_ keep: (any Cancellable) -> Void) { source._connect(keep) }
  }
}
