extension Publisher {
  /// Transforms the upstream's failure with a closure.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: The error that the closure returns.
  ///
  /// ```swift
  /// session.dataTaskPublisher(for: url).mapError(ServiceError.init)
  /// ```
  ///
  /// - Parameter transform: A closure that takes the upstream's error and returns a new one.
  /// - Returns: A publisher that fails with the new error.
  @inlinable @inline(__always)
  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
    Publishers.MapError(upstream: self, transform)
  }
}

extension Publishers {
  /// A publisher that transforms the upstream's failure with a closure.
  public struct MapError<Upstream: Publisher, Failure: Error>: OperatorPublisher {
    public typealias Output = Upstream.Output

    public let upstream: Upstream
    public let transform: (Upstream.Failure) -> Failure

    @inlinable @inline(__always) public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always) public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
      self.init(upstream: upstream, transform: map)
    }

    @inlinable @inline(__always)
    package func makeSubscriber(for downstream: ErasedSubscriber<Upstream.Output, Failure>) -> UpstreamSubscriber {
      let (owner, next) = (downstream.raw.forwardedOwner, downstream.unretained)
      return ErasedSubscriber(
        owner: owner, subscription: next.receive, value: next.raw.onValue,
        completion: { [transform] in next.receive(completion: $0.mapError(transform)) })
    }
  }
}
