extension Publisher {
  /// Sends whether all values satisfy a condition.
  ///
  /// - Demand: This publisher is asked for everything; the answer is held until it is asked for.
  /// - Completion: With `false` at the first value that does not, when this publisher is cancelled; with `true` when it has
  ///   finished.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [2, 4].publisher.allSatisfy { $0.isMultiple(of: 2) }  // true
  /// ```
  ///
  /// - Parameter predicate: The condition.
  @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }

  /// Sends whether all values satisfy a condition, which may fail.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// files.tryAllSatisfy { try $0.isReadable() }
  /// ```
  @inlinable public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/allSatisfy(_:)`` returns.
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

  /// What ``Publisher/tryAllSatisfy(_:)`` returns.
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
