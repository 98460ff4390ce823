extension Publisher {
  /// Sends how many values there were, at the end.
  ///
  /// - Demand: This publisher is asked for everything; the number is held until it is asked for.
  /// - Completion: With the number, when this publisher has finished.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["a", "b"].publisher.count()  // 2
  /// ```
  @inlinable public func count() -> Publishers.Count<Self> { Publishers.Count(upstream: self) }
}

extension Publishers {
  /// What ``Publisher/count()`` returns.
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
