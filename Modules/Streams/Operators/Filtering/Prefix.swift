extension Publisher {
  /// Emits elements while a condition holds and then finishes.
  ///
  /// - Demand, failure, cancellation: Passed through.
  /// - Completion: Finishes at the first element that fails the condition, which is not emitted, and cancels the upstream; or
  ///   finishes when the upstream does.
  ///
  /// ```swift
  /// [1, 2, 9, 3].publisher.prefix { $0 < 5 }  // 1, 2
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether to emit an element.
  /// - Returns: A publisher that emits the elements before the first that fails the condition.
  @inlinable public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// Emits elements while a condition that can throw holds, and then finishes.
  ///
  /// - Demand, cancellation: Passed through.
  /// - Completion: As ``Publisher/prefix(while:)``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// lines.tryPrefix { try !isEndMark($0) }
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether to emit an element, or throws.
  /// - Returns: A publisher that emits the elements before the first that fails the condition.
  @inlinable public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that emits elements while a condition holds.
  public struct PrefixWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.PrefixWhile<Upstream.Output, Upstream.Failure> { .init(isIncluded: predicate) }
  }

  /// A publisher that emits elements while a condition that can throw holds.
  public struct TryPrefixWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.PrefixWhile<Upstream.Output, any Error> { .init(isIncluded: predicate) }
  }
}

extension Stages {
  /// Emits elements while a condition holds, and finishes at the first that fails it.
  @usableFromInline package struct PrefixWhile<Input, Failure: Error>: StatelessStage {
    @usableFromInline package let isIncluded: (Input) throws -> Bool

    @inlinable package init(isIncluded: @escaping (Input) throws -> Bool) { self.isIncluded = isIncluded }

    @inlinable package func receive(_ input: Input) throws -> Decision<Input> {
      try isIncluded(input) ? .forward : .complete
    }
  }
}
