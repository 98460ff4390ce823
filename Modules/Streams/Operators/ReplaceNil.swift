extension Publisher {
  /// Sends a value of one's own in place of each `nil`.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, nil, 3].publisher.replaceNil(with: 0)  // 1, 0, 3
  /// ```
  ///
  /// - Parameter output: What stands in for `nil`.
  @inlinable @inline(__always)
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }
}
