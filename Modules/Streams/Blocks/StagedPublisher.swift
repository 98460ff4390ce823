/// A publisher that is an upstream and a stage: what it sends, and how it fails, is what its stage does.
@usableFromInline protocol StagedPublisher: Publisher
where Output == Stage.Output, Failure == Stage.Failure, Upstream.Output == Stage.Input {
  associatedtype Upstream: Publisher
  associatedtype Stage: RelayStage

  var upstream: Upstream { get }
  /// The stage of a subscription.
  var stage: Stage { get }
  /// What becomes of an error of the upstream.
  static func failure(of error: Upstream.Failure) -> Failure
}

extension StagedPublisher {
  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    upstream.receive(subscriber: Relay(stage, of: Self.self, Port(subscriber)).port { Self.failure(of: $0) })
  }
}

extension StagedPublisher where Failure == Upstream.Failure {
  @inlinable static func failure(of error: Upstream.Failure) -> Failure { error }
}

extension StagedPublisher where Failure == any Error {
  @inlinable static func failure(of error: Upstream.Failure) -> Failure { error }
}
