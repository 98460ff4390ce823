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

    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let prefix = SideInputSubscription(ErasedSubscriber(subscriber), of: Self.self)
      prefix.subscribe(
        other: other, .max(1), value: { _ in prefix.end(with: Subscribers.Completion<Upstream.Failure>.finished) })
      prefix.subscribe(to: upstream) { _ -> Decision<Upstream.Output> in .forward }
    }
  }

  /// A publisher that drops elements until another publisher emits one.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: SameOutputPublisher
  where Upstream.Failure == Other.Failure {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let drop = SideInputSubscription(ErasedSubscriber(subscriber), of: Self.self)
      var isOpen = false
      drop.sendSubscription()
      drop.subscribe(
        other: other, .max(1),
        value: { _ in
          drop.cancelOther()
          isOpen = true
        },
        completion: { if !isOpen { drop.end(with: $0) } })
      drop.subscribe(to: upstream) { _ -> Decision<Upstream.Output> in isOpen ? .forward : .drop }
    }
  }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.PrefixUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
