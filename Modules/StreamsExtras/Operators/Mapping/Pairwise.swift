public import Streams

extension Publisher {
  /// Sends each value together with the one before.
  ///
  /// - Demand: Passed through; the first value is made up for.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.pairwise()  // (1, 2), (2, 3)
  /// ```
  @_disfavoredOverload
  @inlinable public func pairwise() -> Publishers.Pairwise<Self> { Publishers.Pairwise(upstream: self) }
}

extension Publishers {
  /// What ``Publisher/pairwise()`` returns.
  public struct Pairwise<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.Pairwise<Upstream.Output, Upstream.Failure> { .init() }
  }
}

extension Stages {
  /// Remembers the value before.
  @usableFromInline package struct Pairwise<Input, Failure: Error>: Stage {
    @usableFromInline package var previous: Input?

    @inlinable package init() {}

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<
      (previous: Input, current: Input)
    > {
      defer { previous = input }
      return previous.map { .emit((previous: $0, current: input)) } ?? .drop
    }
  }
}
