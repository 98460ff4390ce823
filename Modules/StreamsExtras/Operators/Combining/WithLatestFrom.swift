public import Streams

extension Publisher {
  /// Pairs each value of this publisher with the newest of another, whose own values send nothing.
  ///
  /// - Demand: Passed through; a value that comes before the other publisher has sent one is dropped and made up for. The
  ///   other publisher is asked for everything.
  /// - Completion: With this publisher; that of the other one alone does nothing.
  /// - Failure: Of either; the other one is cancelled.
  /// - Cancellation: Cancels both.
  ///
  /// ```swift
  /// createButton.taps.withLatestFrom(form) { _, form in form }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The publisher whose newest value counts. It is subscribed to first.
  ///   - transform: What makes the output.
  @_disfavoredOverload
  @inlinable public func withLatestFrom<P: Publisher, Result>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> Result
  ) -> Publishers.WithLatestFrom<Self, P, Result> where P.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other, transform: transform)
  }

  /// Sends the newest value of another publisher at each value of this one.
  ///
  /// - Demand, completion, failure, cancellation: As `withLatestFrom(_:_:)`.
  ///
  /// ```swift
  /// createButton.taps.withLatestFrom(form)
  /// ```
  @_disfavoredOverload
  @inlinable public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, P, P.Output> where P.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other) { $1 }
  }
}

extension Publishers {
  /// What `withLatestFrom(_:_:)` returns.
  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher, Output>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let other: Other
    public let transform: (Upstream.Output, Other.Output) -> Output

    @inlinable public init(
      upstream: Upstream, other: Other, transform: @escaping (Upstream.Output, Other.Output) -> Output
    ) {
      self.upstream = upstream
      self.other = other
      self.transform = transform
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      let flatten = FlattenSubscription(ErasedSubscriber<Output, Failure>(subscriber), of: Self.self, isSingle: true)
      let latest = SharedValue<Other.Output>()
      flatten.start {
        flatten.subscribe(
          aside: other, .unlimited, value: { latest.replace($0.input()) },
          end: { if case .failure = $0 { flatten.finish(with: $0) } })
      }
      let inner = InnerSubscription()
      flatten.subscribe(inner, to: upstream) { [transform] pointer in
        guard inner.upstream.isOpen else { return 0 }
        guard let newest = latest.value else { return 1 }
        return withUnsafePointer(to: transform(pointer.input(), newest)) { flatten.take($0, from: inner) }
      }
      flatten.close()
    }
  }
}
