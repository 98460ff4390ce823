extension Publisher {
  /// Turns each value into another.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.map { $0 * 2 }  // 2, 4, 6
  /// ```
  ///
  /// - Parameter transform: What makes a new value of an old one.
  @inlinable @inline(__always)
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// What `map(_:)` returns.
  public struct Map<Upstream: Publisher, Output>: InletPublisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output

    @inlinable @inline(__always)
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    package func inlet(before downstream: Port<Output, Failure>) -> UpstreamPort {
      let transform: (borrowing Upstream.Output) -> Output = transform
      let next = downstream.raw.value
      return Port(before: downstream.raw) { pass($0.lend(to: transform), to: next) }
    }
  }
}
