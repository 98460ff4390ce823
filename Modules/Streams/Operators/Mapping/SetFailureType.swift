extension Publisher where Failure == Never {
  /// Changes the failure type of a publisher that cannot fail.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: None.
  ///
  /// ```swift
  /// Just(1).setFailureType(to: URLError.self)
  /// ```
  ///
  /// - Parameter failureType: The failure type.
  /// - Returns: A publisher with that failure type, which can be combined with publishers that can fail.
  @inlinable @inline(__always)
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers {
  /// A publisher that cannot fail, with a failure type.
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

    /// Changes the failure type again.
    ///
    /// - Parameter failure: The failure type.
    /// - Returns: A publisher with that failure type.
    @inlinable public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
      SetFailureType<Upstream, E>(upstream: upstream)
    }

    @inlinable @inline(__always)
    package var source: MapError<Upstream, Failure> { upstream.mapError { never -> Failure in } }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}
