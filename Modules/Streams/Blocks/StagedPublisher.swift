/// A publisher that is an upstream and a stage: what it sends, and how it fails, is what its stage does.
@usableFromInline package protocol StagedPublisher: InletPublisher
where Output == Stage.Output, Failure == Stage.Failure, Upstream.Output == Stage.Input {
  associatedtype Stage: RelayStage

  /// The stage of a subscription.
  var stage: Stage { get }
  /// What becomes of an error of the upstream.
  static func failure(of error: Upstream.Failure) -> Failure
}

extension StagedPublisher {
  @inlinable package func inlet(before downstream: Port<Output, Failure>) -> UpstreamPort {
    Relay.inlet(stage, of: Self.self, before: downstream) { Self.failure(of: $0) }
  }
}

extension StagedPublisher where Failure == Upstream.Failure {
  @inlinable package static func failure(of error: Upstream.Failure) -> Failure { error }
}

extension StagedPublisher where Failure == any Error {
  @inlinable package static func failure(of error: Upstream.Failure) -> Failure { error }
}
