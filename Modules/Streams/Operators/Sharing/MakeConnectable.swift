extension Publisher where Failure == Never {
  /// Has this publisher wait until it is connected.
  ///
  /// - Demand: This publisher is asked for everything; a value that a subscriber has not asked for passes it by.
  /// - Completion: Passed through.
  /// - Cancellation: What `connect()` returns cancels this publisher.
  ///
  /// ```swift
  /// let numbers = [1, 2].publisher.makeConnectable()
  /// let first = numbers.sink { print("first \($0)") }
  /// let second = numbers.sink { print("second \($0)") }
  /// let connection = numbers.connect()
  /// ```
  @inlinable public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/makeConnectable()`` returns.
  public struct MakeConnectable<Upstream: Publisher>: EarlyConnectable, ForwardingPublisher {
    @usableFromInline package let source: Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>

    @inlinable public init(upstream: Upstream) {
      source = Multicast(upstream: upstream, createSubject: PassthroughSubject.init)
    }

    @usableFromInline package func connect(_ keep: (any Cancellable) -> Void) { source.connect(keep) }
  }
}
