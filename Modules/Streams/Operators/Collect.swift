extension Publisher {
  /// Sends all values in one array, at the end.
  ///
  /// - Demand: This publisher is asked for everything; the array is held until it is asked for. It grows without bound.
  /// - Completion: With the array, when this publisher has finished; without values it is empty.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// (1...3).publisher.collect()  // [1, 2, 3]
  /// ```
  @inlinable public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers {
  /// What ``Publisher/collect()`` returns.
  public struct Collect<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Batches<Upstream.Output, Upstream.Failure> { .init(size: nil) }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
extension Publishers.Collect: Sendable where Upstream: Sendable {}
