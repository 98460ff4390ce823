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
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: PassingPublisher {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let funnel = Funnel(Port(subscriber), of: Self.self, isSingle: true)
      funnel.start {
        funnel.subscribe(
          aside: other, .max(1), value: { _ in funnel.finish(with: Subscribers.Completion<Upstream.Failure>.finished) })
      }
      funnel.subscribe(to: upstream)
      funnel.close()
    }
  }

  /// What ``Publisher/drop(untilOutputFrom:)`` returns.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: PassingPublisher
  where Upstream.Failure == Other.Failure {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let funnel = Funnel(Port(subscriber), of: Self.self, isSingle: true)
      let latch = Latch()
      funnel.start {
        funnel.subscribe(
          aside: other, .max(1),
          value: { _ in
            funnel.link.cancel()
            latch.open()
          }, end: { funnel.finish(with: $0) })
      }
      let inlet = Inlet()
      funnel.subscribe(inlet, to: upstream) {
        guard inlet.link.isOpen else { return 0 }
        return latch.isOpen ? funnel.take($0, from: inlet) : 1
      }
      funnel.close()
    }
  }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.PrefixUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
