extension Publisher {
  /// Drops all elements and emits only the completion.
  ///
  /// - Demand: Requests unlimited.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// upload.ignoreOutput().sink(receiveCompletion: { print($0) }, receiveValue: { _ in })
  /// ```
  ///
  /// - Returns: A publisher that emits no element.
  @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { Publishers.IgnoreOutput(upstream: self) }
}

extension Publishers {
  /// A publisher that drops all elements.
  public struct IgnoreOutput<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.IgnoreOutput<Upstream.Output, Upstream.Failure> { .init() }
  }
}

extension Stages {
  /// Drops every element.
  @usableFromInline package struct IgnoreOutput<Input, Failure: Error>: ReducingStage {
    @usableFromInline package let padding = Padding()

    @inlinable package init() {}
    @inlinable package func receive(_ input: Input) -> Decision<Never> { .hold }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
extension Publishers.IgnoreOutput: Sendable where Upstream: Sendable {}
