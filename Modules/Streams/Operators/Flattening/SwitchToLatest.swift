extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Sends what the newest of the publishers that come has to say; an older one is cancelled.
  ///
  /// - Demand: What is outstanding goes to the newest.
  /// - Completion: When this publisher and the newest inner one have finished. A failure of either ends it.
  /// - Cancellation: Cancels this publisher and the newest inner one.
  ///
  /// ```swift
  /// $query.map { search($0) }.switchToLatest()
  /// ```
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Sends what the newest of the publishers that come has to say, where the inner ones cannot fail.
  ///
  /// - Demand, completion, failure, cancellation: The same as where both may fail.
  ///
  /// ```swift
  /// service.balance().map { Just($0.amount) }.switchToLatest()
  /// ```
  @_disfavoredOverload
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publisher where Output: Publisher, Failure == Never {
  /// Sends what the newest of the publishers that come has to say, where only the inner ones can fail.
  ///
  /// - Demand, completion, failure, cancellation: The same as where both may fail.
  ///
  /// ```swift
  /// button.taps.map { service.balance() }.switchToLatest()
  /// ```
  @_disfavoredOverload
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Output, Publishers.SetFailureType<Self, Output.Failure>
    >
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publishers {
  /// What `switchToLatest()` returns.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure

    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let flatten = FlattenSubscription(
        ErasedSubscriber<Output, Failure>(subscriber), of: Self.self, isSingle: true, isStrict: true)
      flatten.subscribe(outer: upstream) { pointer in
        let inner = pointer.input(as: P.self)
        switch inner._scalar {
        case .value(let value): withUnsafePointer(to: value) { flatten.takeInstead($0) }
        case .finished: flatten.takeInstead(nil)
        case .failure, nil: flatten.subscribe(to: inner)
        }
        return 0
      }
    }
  }
}

extension Publishers.SwitchToLatest: Sendable where Upstream: Sendable {}
