extension Publisher {
  /// Keeps a number of values for a subscriber that asks for them later.
  ///
  /// - Demand: By `prefetch`: this publisher is asked for as many values as there is room for, or for everything at once.
  /// - Completion, failure: After everything that is kept.
  /// - Cancellation: What is kept is dropped.
  ///
  /// ```swift
  /// positions.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest)
  /// ```
  ///
  /// - Parameters:
  ///   - size: How many values there is room for.
  ///   - prefetch: How this publisher is asked.
  ///   - whenFull: What to do with a value when there is no room left.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// How a buffer asks its upstream.
  public enum PrefetchStrategy: Sendable {
    /// For as many values as there is room for, and for another at each one that leaves.
    case keepFull
    /// For everything at once; what comes in excess is a matter of the buffering strategy.
    case byRequest
  }

  /// What a buffer does when there is no room left.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the value that comes.
    case dropNewest
    /// Drops the value that has been kept longest.
    case dropOldest
    /// Cancels its upstream, and fails after the values that are kept.
    case customError(() -> Failure)
  }

  /// What ``Publisher/buffer(size:prefetch:whenFull:)`` returns.
  public struct Buffer<Upstream: Publisher>: SameOutputPublisher, OperatorPublisher {
    public let upstream: Upstream
    public let size: Int
    public let prefetch: PrefetchStrategy
    public let whenFull: BufferingStrategy<Upstream.Failure>

    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Upstream.Failure>
    ) {
      precondition(size >= 0, "A buffer cannot keep a negative number of values")
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @inlinable package func makeSubscriber(for downstream: UpstreamSubscriber) -> UpstreamSubscriber {
      BufferSubscription(
        downstream, of: Self.self, holding: size, isPrefetching: prefetch == .keepFull, whenFull: whenFull
      ).makeSubscriber()
    }
  }
}
