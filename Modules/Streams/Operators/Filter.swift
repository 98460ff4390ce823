extension Publisher {
  /// Lets through the values that satisfy a condition.
  ///
  /// - Demand: Passed through; a rejected value is made up for.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// (1...4).publisher.filter { $0.isMultiple(of: 2) }  // 2, 4
  /// ```
  ///
  /// - Parameter isIncluded: The condition.
  @inlinable @inline(__always)
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// What ``Publisher/filter(_:)`` returns.
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let isIncluded: (Output) -> Bool

    @inlinable @inline(__always)
    public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let isIncluded = isIncluded
      upstream.receive(
        subscriber: Port<Output, Failure>(through: subscriber) {
          isIncluded($0.input()) ? subscriber.receive($0.input()).raw : 1
        })
    }
  }
}
