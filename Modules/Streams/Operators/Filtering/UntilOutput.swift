extension Publisher {
  /// Sends values until another publisher sends one, and finishes.
  ///
  /// - Demand: Passed through; the other publisher is asked for one value.
  /// - Completion: At the other publisher's first value, when this one is cancelled; or with this publisher. The other
  ///   publisher's completion alone does nothing.
  /// - Failure, cancellation: Passed through; the other publisher is cancelled too.
  ///
  /// ```swift
  /// positions.prefix(untilOutputFrom: mouseUp)
  /// ```
  ///
  /// - Parameter publisher: The other publisher; it is subscribed to first.
  @inlinable public func prefix<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.PrefixUntilOutput<Self, P> {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }

  /// Drops values until another publisher sends one, and sends all that follow.
  ///
  /// - Demand: Passed through; a dropped value is made up for. The other publisher is asked for one value.
  /// - Completion, failure: With this publisher, or with the other before its value: nothing could follow then.
  /// - Cancellation: Passed through; the other publisher is cancelled too.
  ///
  /// ```swift
  /// positions.drop(untilOutputFrom: mouseDown)
  /// ```
  ///
  /// - Parameter publisher: The other publisher; it is subscribed to first.
  @inlinable public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// What ``Publisher/prefix(untilOutputFrom:)`` returns.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: SameOutputPublisher {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let flatten = FlattenSubscription(ErasedSubscriber(subscriber), of: Self.self, isSingle: true)
      flatten.start {
        flatten.subscribe(
          aside: other, .max(1), value: { _ in flatten.finish(with: Subscribers.Completion<Upstream.Failure>.finished) }
        )
      }
      flatten.subscribe(to: upstream)
      flatten.close()
    }
  }

  /// What ``Publisher/drop(untilOutputFrom:)`` returns.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: SameOutputPublisher
  where Upstream.Failure == Other.Failure {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let flatten = FlattenSubscription(ErasedSubscriber(subscriber), of: Self.self, isSingle: true)
      let latch = AtomicFlag()
      flatten.start {
        flatten.subscribe(
          aside: other, .max(1),
          value: { _ in
            flatten.upstream.cancel()
            latch.open()
          }, end: { flatten.finish(with: $0) })
      }
      let inner = InnerSubscription()
      flatten.subscribe(inner, to: upstream) {
        guard inner.upstream.isOpen else { return 0 }
        return latch.isOpen ? flatten.take($0, from: inner) : 1
      }
      flatten.close()
    }
  }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.PrefixUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
