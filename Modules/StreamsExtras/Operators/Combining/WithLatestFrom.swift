public import Streams

extension Publisher {
  /// Transforms each element and the latest element of another publisher with a closure.
  ///
  /// An element of the other publisher alone emits nothing.
  ///
  /// - Demand: Passed through. An element that arrives before the other publisher has emitted is dropped, and another one is
  ///   requested. Requests unlimited from the other publisher.
  /// - Completion: Finishes when the upstream does. The other publisher's completion alone has no effect.
  /// - Failure: A failure of either publisher cancels the other.
  /// - Cancellation: Cancels both publishers.
  ///
  /// ```swift
  /// createButton.taps.withLatestFrom(form) { _, form in form }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The publisher whose latest element is used. It is subscribed to first.
  ///   - transform: A closure that takes an element and the latest element of the other publisher.
  /// - Returns: A publisher that emits the closure's results.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Result>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> Result
  ) -> Publishers.WithLatestFrom<Self, P, Result> where P.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other, transform: transform)
  }

  /// Emits the latest element of another publisher at each element of this one.
  ///
  /// - Demand, completion, failure, cancellation: As `withLatestFrom(_:_:)`.
  ///
  /// ```swift
  /// createButton.taps.withLatestFrom(form)
  /// ```
  ///
  /// - Parameter other: The publisher whose latest element is emitted. It is subscribed to first.
  /// - Returns: A publisher that emits the other publisher's elements.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, P, P.Output> where P.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other) { $1 }
  }
}

extension Publishers {
  /// A publisher that combines each element with the latest element of another publisher.
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
      let subscription = SideInputSubscription(ErasedSubscriber<Output, Failure>(subscriber), of: Self.self)
      var latest: Other.Output?
      subscription.subscribe(
        other: other, .unlimited, value: { latest = $0 },
        completion: { if case .failure = $0 { subscription.end(with: $0) } })
      subscription.subscribe(to: upstream) { [transform] value in
        latest.map { .emit(transform(value, $0)) } ?? .drop
      }
    }
  }
}
