extension Publisher {
  /// Emits elements until another publisher emits one, and then finishes.
  ///
  /// - Demand: Passed through. Requests one element from the other publisher.
  /// - Completion: Finishes at the other publisher's first element and cancels the upstream, or finishes when the upstream
  ///   does. A completion or a failure of the other publisher has no effect.
  /// - Failure: An upstream failure passes through and cancels the other publisher.
  /// - Cancellation: Cancels both publishers.
  ///
  /// ```swift
  /// positions.prefix(untilOutputFrom: mouseUp)
  /// ```
  ///
  /// - Parameter publisher: The other publisher. It is subscribed to first.
  /// - Returns: A publisher that emits the elements before the other publisher's first element.
  @inlinable public func prefix<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.PrefixUntilOutput<Self, P> {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }

  /// Drops elements until another publisher emits one, and emits the rest.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops, and one element from the other publisher.
  /// - Completion: Finishes when the upstream does, or when the other publisher finishes without an element.
  /// - Failure: A failure of either publisher, before the other one's first element, or of the upstream after it.
  /// - Cancellation: Cancels both publishers.
  ///
  /// ```swift
  /// positions.drop(untilOutputFrom: mouseDown)
  /// ```
  ///
  /// - Parameter publisher: The other publisher. It is subscribed to first.
  /// - Returns: A publisher that emits the elements after the other publisher's first element.
  @inlinable public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that emits elements until another publisher emits one.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: SameOutputPublisher {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let flatten = FlattenSubscription(ErasedSubscriber(subscriber), of: Self.self, strategy: .latest)
      flatten.start {
        flatten.subscribe(
          trigger: other, .max(1),
          value: { _ in flatten.complete(with: Subscribers.Completion<Upstream.Failure>.finished) }
        )
      }
      flatten.subscribe(to: upstream)
      flatten.close()
    }
  }

  /// A publisher that drops elements until another publisher emits one.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: SameOutputPublisher
  where Upstream.Failure == Other.Failure {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let flatten = FlattenSubscription(ErasedSubscriber(subscriber), of: Self.self, strategy: .latest)
      var isOpen = false
      flatten.start {
        flatten.subscribe(
          trigger: other, .max(1),
          value: { _ in
            flatten.upstream.cancel()
            isOpen = true
          }, completion: { if !isOpen { flatten.complete(with: $0) } })
      }
      flatten.subscribe(to: upstream) { _ -> Decision<Upstream.Output> in isOpen ? .forward : .drop }
      flatten.close()
    }
  }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.PrefixUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
