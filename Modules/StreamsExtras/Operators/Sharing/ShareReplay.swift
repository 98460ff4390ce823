public import Streams

extension Publisher {
  /// Shares one subscription to the upstream among all subscribers, and replays the last elements to each of them.
  ///
  /// - Demand: Requests unlimited. Replayed elements wait until the subscriber requests them.
  /// - Completion, failure: Replayed too. A later subscriber receives the last elements and the completion.
  /// - Cancellation: The last subscriber's cancellation cancels the upstream. A later subscriber subscribes again.
  ///
  /// ```swift
  /// let balance = service.balance().share(replay: 1)
  /// ```
  ///
  /// - Parameter bufferSize: The number of elements to replay.
  /// - Returns: A publisher that shares one subscription.
  @_disfavoredOverload @inlinable public func share(
    replay bufferSize: Int
  ) -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>> {
    multicast { ReplaySubject(bufferSize: bufferSize) }.autoconnect()
  }
}
