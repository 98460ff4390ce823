extension Publisher {
  /// Buffers elements until the subscriber requests them.
  ///
  /// - Demand: With `.keepFull`, requests `size` elements, and one more for each element that it emits. With `.byRequest`,
  ///   requests unlimited. As in Combine, it requests before the subscriber gets its subscription.
  /// - Completion: After the buffered elements.
  /// - Failure: A failure of the upstream comes after the buffered elements that have been requested; the others are dropped. A
  ///   failure because the buffer is full comes after the buffered elements.
  /// - Cancellation: Passed through. Drops the buffered elements.
  ///
  /// ```swift
  /// positions.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest)
  /// ```
  ///
  /// - Parameters:
  ///   - size: The maximum number of buffered elements. A negative number is a programming error.
  ///   - prefetch: How to request elements from the upstream.
  ///   - whenFull: What to do with an element when the buffer is full.
  /// - Returns: A publisher that emits the buffered elements.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// How a buffer requests elements from its upstream.
  public enum PrefetchStrategy: Sendable {
    /// Requests as many elements as the buffer holds, and another for each one that it emits.
    case keepFull
    /// Requests unlimited. The buffering strategy decides about elements in excess.
    case byRequest
  }

  /// What a buffer does with an element when it is full.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the new element.
    case dropNewest
    /// Drops the oldest element of the buffer.
    case dropOldest
    /// Cancels the upstream, and fails after the buffered elements.
    case customError(() -> Failure)
  }

  /// A publisher that buffers elements until the subscriber requests them.
  public struct Buffer<Upstream: Publisher>: SameOutputPublisher, OperatorPublisher {
    public let upstream: Upstream
    public let size: Int
    public let prefetch: PrefetchStrategy
    public let whenFull: BufferingStrategy<Upstream.Failure>
    /// Whether a failure drops the elements that have not been requested; otherwise it waits for them.
    @usableFromInline package var failsAtOnce = true

    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Upstream.Failure>
    ) {
      precondition(size >= 0, "A buffer cannot have a negative size")
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @inlinable package func makeSubscriber(for downstream: UpstreamSubscriber) -> UpstreamSubscriber {
      BufferSubscription(
        downstream, of: Self.self, holding: size, isPrefetching: prefetch == .keepFull, whenFull: whenFull,
        failsAtOnce: failsAtOnce, requestsEarly: true
      ).makeSubscriber()
    }
  }
}
