public import Streams

extension Publisher {
  /// Emits each element with the previous one, as a pair.
  ///
  /// - Demand: Passed through. Requests another element for the first one, which has no predecessor.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.pairwise()  // (1, 2), (2, 3)
  /// ```
  ///
  /// - Returns: A publisher that emits pairs.
  @_disfavoredOverload
  @inlinable public func pairwise() -> Publishers.Pairwise<Self> { Publishers.Pairwise(upstream: self) }
}

extension Publishers {
  /// A publisher that emits each element with the previous one.
  public struct Pairwise<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.Pairwise<Upstream.Output, Upstream.Failure> { .init() }
  }
}

extension Stages {
  /// Keeps the previous element.
  @usableFromInline package struct Pairwise<Input, Failure: Error>: Stage {
    @inlinable package init() {}

    /// The previous element.
    @inlinable package var initialState: Input? { nil }

    @inlinable package func receive(
      _ input: Input, _ state: StageState<Input?>
    ) -> Decision<(previous: Input, current: Input)> {
      let previous = state.value
      state.value = input
      return previous.map { .emit((previous: $0, current: input)) } ?? .drop
    }
  }
}
