extension Publisher {
  /// Counts the elements and emits their number when the upstream finishes.
  ///
  /// - Demand: Requests unlimited. The number is held until the subscriber requests it.
  /// - Completion: Finishes with the number when the upstream finishes.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["a", "b"].publisher.count()  // 2
  /// ```
  ///
  /// - Returns: A publisher that emits one number.
  @inlinable public func count() -> Publishers.Count<Self> { Publishers.Count(upstream: self) }
}

extension Publishers {
  /// A publisher that emits the number of elements.
  public struct Count<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.Reduce<Upstream.Output, Int, Upstream.Failure> {
      .init(result: 0, next: { count, _ in count + 1 })
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}
extension Publishers.Count: Sendable where Upstream: Sendable {}
