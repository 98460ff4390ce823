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
  public struct IgnoreOutput<Upstream: Publisher>: OperatorPublisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package func makeSubscriber(for downstream: ErasedSubscriber<Never, Failure>) -> UpstreamSubscriber {
      let next = downstream.unretained
      let state = TransparentState((), of: Self.self)
      return state.makeSubscriber(
        for: downstream,
        subscription: {
          next.receive(subscription: $0)
          $0.request(.unlimited)
        },
        value: { _ in state.receive { 0 } })
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
extension Publishers.IgnoreOutput: Sendable where Upstream: Sendable {}
