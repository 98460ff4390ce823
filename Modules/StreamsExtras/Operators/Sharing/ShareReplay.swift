public import Streams

extension Publisher {
  /// Shares one subscription to this publisher among all subscribers; each begins with its last values.
  ///
  /// - Demand: This publisher is asked for everything. What is remembered waits until it is asked for.
  /// - Completion, failure: Remembered, too: a later subscriber gets the last values and the end.
  /// - Cancellation: This publisher is cancelled when all subscribers have cancelled, and subscribed to again when there is
  ///   another.
  ///
  /// ```swift
  /// let balance = service.balance().share(replay: 1)
  /// ```
  ///
  /// - Parameter bufferSize: How many values are remembered.
  @_disfavoredOverload
  public func share(
    replay bufferSize: Int
  ) -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>> {
    multicast { ReplaySubject(bufferSize: bufferSize) }.autoconnect()
  }
}
