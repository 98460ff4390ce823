public import Streams

extension Publisher {
  /// Emits each element with its number, from 0.
  ///
  ///     upstream:    -a----b----c----|
  ///     enumerated:  -[0a]-[1b]-[2c]-|
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["a", "b"].publisher.enumerated()  // (0, "a"), (1, "b")
  /// ```
  ///
  /// - Returns: A publisher that emits pairs of a number and an element.
  @_disfavoredOverload
  @inlinable public func enumerated() -> Publishers.Enumerated<Self> { Publishers.Enumerated(upstream: self) }
}

extension Publishers {
  /// A publisher that emits each element with its number.
  public struct Enumerated<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.Enumerated<Upstream.Output, Upstream.Failure> { .init() }
  }
}

extension Stages {
  /// Counts elements.
  @usableFromInline package struct Enumerated<Input, Failure: Error>: Stage {
    @inlinable package init() {}

    /// The number of the next element.
    @inlinable package var initialState: Int { 0 }

    @inlinable package func receive(
      _ input: Input, _ state: StageState<Int>
    ) -> Decision<(offset: Int, element: Input)> {
      let offset = state.value
      state.value = offset + 1
      return .emit((offset: offset, element: input))
    }
  }
}

extension Publishers.Enumerated: Equatable where Upstream: Equatable {}
extension Publishers.Enumerated: Sendable where Upstream: Sendable {}
