extension Publisher {
  /// Emits the elements that satisfy a condition.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// (1...4).publisher.filter { $0.isMultiple(of: 2) }  // 2, 4
  /// ```
  ///
  /// - Parameter isIncluded: A closure that returns whether to emit an element.
  /// - Returns: A publisher that emits the elements that satisfy the condition.
  @inlinable @inline(__always) public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }

  /// Emits the elements that satisfy a condition that can throw.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, cancellation: Passed through.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// files.tryFilter { try $0.isReadable() }
  /// ```
  ///
  /// - Parameter isIncluded: A closure that returns whether to emit an element, or throws.
  /// - Returns: A publisher that emits the elements that satisfy the condition.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that emits the elements that satisfy a condition.
  public struct Filter<Upstream: Publisher>: SameOutputPublisher, OperatorPublisher {
    public let upstream: Upstream
    public let isIncluded: (Upstream.Output) -> Bool

    @inlinable @inline(__always) public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always)
    package func makeSubscriber(for downstream: consuming UpstreamSubscriber) -> UpstreamSubscriber {
      let isIncluded: (borrowing Upstream.Output) -> Bool = isIncluded
      let next = downstream.raw.onValue
      return ErasedSubscriber(forwardingTo: downstream.raw) {
        guard $0.lend(to: isIncluded) else { return $0.alwaysTrue(in: Upstream.self) ? 1 : 0 }
        return next($0)
      }
    }
  }

  /// A publisher that emits the elements that satisfy a condition that can throw.
  public struct TryFilter<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let isIncluded: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable package var stage: Stages.TryFilter<Upstream.Output> { .init(isIncluded: isIncluded) }
  }
}

extension Stages {
  /// Drops the elements that do not satisfy a condition that can throw.
  @usableFromInline package struct TryFilter<Input>: StatelessStage {
    @usableFromInline package typealias Failure = any Error
    @usableFromInline package let isIncluded: (Input) throws -> Bool

    @inlinable package init(isIncluded: @escaping (Input) throws -> Bool) { self.isIncluded = isIncluded }

    @inlinable package func receive(_ input: Input) throws -> Decision<Input> {
      try isIncluded(input) ? .forward : .drop
    }
  }
}
