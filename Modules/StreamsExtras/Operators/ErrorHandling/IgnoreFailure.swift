public import Streams

extension Publisher {
  /// Finishes where the upstream fails.
  ///
  ///     upstream:       -1-2-#
  ///     ignoreFailure:  -1-2-|
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: A failure of the upstream becomes a completion.
  ///
  /// ```swift
  /// service.balance().ignoreFailure()
  /// ```
  ///
  /// - Returns: A publisher that cannot fail.
  @_disfavoredOverload
  @inlinable public func ignoreFailure() -> Publishers.Catch<Self, Empty<Output, Never>> { self.catch { _ in Empty() } }
}
