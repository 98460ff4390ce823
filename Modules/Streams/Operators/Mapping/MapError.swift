extension Publisher {
  /// Turns the error this publisher fails with into another.
  ///
  /// - Demand, values, cancellation: Passed through.
  ///
  /// ```swift
  /// session.dataTaskPublisher(for: url).mapError(ServiceError.init)
  /// ```
  @inlinable @inline(__always)
  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
    Publishers.MapError(upstream: self, transform)
  }
}

extension Publishers {
  /// What ``Publisher/mapError(_:)`` returns.
  public struct MapError<Upstream: Publisher, Failure: Error>: OperatorPublisher {
    public typealias Output = Upstream.Output

    public let upstream: Upstream
    public let transform: (Upstream.Failure) -> Failure

    @inlinable @inline(__always)
    public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
      self.init(upstream: upstream, transform: map)
    }

    @inlinable @inline(__always)
    package func makeSubscriber(for downstream: ErasedSubscriber<Upstream.Output, Failure>) -> UpstreamSubscriber {
      ErasedSubscriber(forwardingTo: downstream.raw) {
        [transform] (completion: Subscribers.Completion<Upstream.Failure>) in
        switch completion {
        case .finished: downstream.receive(completion: .finished)
        case .failure(let error): downstream.receive(completion: .failure(transform(error)))
        }
      }
    }
  }
}
