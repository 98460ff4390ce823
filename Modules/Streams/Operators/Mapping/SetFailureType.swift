extension Publisher where Failure == Never {
  /// Gives a publisher that cannot fail a failure type, so that it fits beside others.
  ///
  /// - Demand, completion, cancellation: Passed through.
  ///
  /// ```swift
  /// Just(1).setFailureType(to: URLError.self)
  /// ```
  @inlinable @inline(__always)
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/setFailureType(to:)`` returns.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: ForwardingPublisher
  where Upstream.Failure == Never {
    public let upstream: Upstream

    @inlinable @inline(__always) public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always) public var _scalar: _Scalar<Upstream.Output, Failure>? {
      switch upstream._scalar {
      case .value(let value): .value(value)
      case .finished: .finished
      case nil: nil
      }
    }

    /// The same with another failure type.
    @inlinable public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
      SetFailureType<Upstream, E>(upstream: upstream)
    }

    @inlinable @inline(__always)
    package var source: MapError<Upstream, Failure> { upstream.mapError { never -> Failure in } }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}
