extension Publisher {
  /// Emits whether all elements satisfy a condition.
  ///
  /// - Demand: Requests unlimited. The result is held until the subscriber requests it.
  /// - Completion: Finishes with `false` at the first element that fails the condition, and cancels the upstream; or finishes
  ///   with `true` when the upstream finishes.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [2, 4].publisher.allSatisfy { $0.isMultiple(of: 2) }  // true
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether an element satisfies the condition.
  /// - Returns: A publisher that emits one Boolean value.
  @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }

  /// Emits whether all elements satisfy a condition that can throw.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/allSatisfy(_:)``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// files.tryAllSatisfy { try $0.isReadable() }
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether an element satisfies the condition, or throws.
  /// - Returns: A publisher that emits one Boolean value.
  @inlinable public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that emits whether all elements satisfy a condition.
  public struct AllSatisfy<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.Contains<Upstream.Output, Upstream.Failure> {
      .init(at: false, isDecisive: { [predicate] in !predicate($0) })
    }
  }

  /// A publisher that emits whether all elements satisfy a condition that can throw.
  public struct TryAllSatisfy<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.Contains<Upstream.Output, any Error> {
      .init(at: false, isDecisive: { [predicate] in try !predicate($0) })
    }
  }
}
