public import Streams

extension Publisher {
  /// Emits the elements of the publisher that sends first, this one or another, and cancels the slower one.
  ///
  ///     upstream:  ---1-2-|
  ///     other:     -a--b---c|
  ///     amb:       -a--b---c|
  ///
  /// A completion counts, too: a publisher that finishes or fails first is the faster one.
  ///
  /// - Demand: Unlimited demand is passed to both publishers. With limited demand each is asked for one element at a time.
  /// - Completion, failure: Those of the faster publisher.
  /// - Cancellation: Cancels both publishers.
  ///
  /// ```swift
  /// service.balance().amb(service.balance().delay(for: 1, scheduler: DispatchQueue.main))
  /// ```
  ///
  /// - Parameter other: The other publisher. It is subscribed to second, and not at all if this one sends at once.
  /// - Returns: A publisher that emits the elements of one of the two publishers.
  @_disfavoredOverload
  @inlinable public func amb<P: Publisher<Output, Failure>>(_ other: P) -> Publishers.Amb<Self, P> {
    Publishers.Amb(upstream: self, other: other)
  }
}

extension Publishers {
  /// A publisher that emits the elements of the faster of two publishers.
  public struct Amb<Upstream: Publisher, Other: Publisher>: SameOutputPublisher
  where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure {
    public let upstream: Upstream
    public let other: Other

    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let merge = MergeSubscription(
        ErasedSubscriber<Upstream.Output, Upstream.Failure>(subscriber), of: Self.self)
      let (first, second) = (InnerSubscription(), InnerSubscription())
      var winner: InnerSubscription?
      // Whether a publisher is the faster one; the first call decides.
      func wins(_ inner: InnerSubscription, against slower: InnerSubscription) -> Bool {
        if winner == nil {
          winner = inner
          merge.cancel(slower)
        }
        return winner === inner
      }
      merge.start()
      merge.subscribe(
        to: upstream, as: first, completion: { _ in wins(first, against: second) },
        decide: { _ -> Decision<Upstream.Output> in wins(first, against: second) ? .forward : .drop })
      merge.subscribe(
        to: other, as: second, completion: { _ in wins(second, against: first) },
        decide: { _ -> Decision<Upstream.Output> in wins(second, against: first) ? .forward : .drop })
      merge.finishAdding()
    }
  }
}

extension Publishers.Amb: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.Amb: Sendable where Upstream: Sendable, Other: Sendable {}
