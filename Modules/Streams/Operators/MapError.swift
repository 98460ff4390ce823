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
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
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
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      let (transform, next) = (transform, Port(subscriber))
      upstream.receive(
        subscriber: Port<Output, Upstream.Failure>(
          before: next.raw,
          completion: { completion in
            switch completion {
            case .finished: next.receive(completion: .finished)
            case .failure(let error): next.receive(completion: .failure(transform(error)))
            }
          }))
    }
  }
}
