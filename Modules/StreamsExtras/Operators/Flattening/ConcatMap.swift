public import Streams

extension Publisher {
  /// Transforms each element into a publisher and emits the elements of these publishers, one publisher after the other.
  ///
  ///     upstream:      -1----2------------|
  ///     concatMap:     -[1a]--[1b]-[2a]-[2b]|
  ///
  /// - Demand: Requests one element from the upstream, and one more when an inner publisher finishes. Demand is passed to the inner
  ///   publisher.
  /// - Completion: Finishes when the upstream and the last inner publisher have finished.
  /// - Failure: A failure of the upstream or of an inner publisher cancels the other.
  /// - Cancellation: Cancels the upstream and the inner publisher.
  ///
  /// A subject as the upstream drops what it sends while an inner publisher runs, because it is not asked for it: put
  /// `buffer(size:prefetch:whenFull:)` before this operator.
  ///
  /// ```swift
  /// [1, 2].publisher.concatMap { page in [page * 10, page * 10 + 1].publisher }  // 10, 11, 20, 21
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the inner publishers in order.
  @_disfavoredOverload @inlinable public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    flatMap(maxPublishers: .max(1), transform)
  }

  /// Transforms each element into a publisher that cannot fail, and emits the elements of these publishers in order.
  ///
  /// - Demand, completion, failure, cancellation: As where both publishers can fail.
  ///
  /// ```swift
  /// service.balance().concatMap { Just($0.amount) }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the inner publishers in order.
  @_disfavoredOverload @inlinable public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: .max(1)) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher and emits the elements of these publishers in order, where neither can fail.
  ///
  /// - Demand, completion, cancellation: As where both publishers can fail.
  /// - Failure: None.
  ///
  /// ```swift
  /// $username.concatMap { Just($0.count) }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the inner publishers in order.
  @_disfavoredOverload @inlinable public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    flatMap(maxPublishers: .max(1), transform)
  }

  /// Transforms each element into a publisher that can fail, and emits the elements of these publishers in order.
  ///
  /// - Demand, completion, failure, cancellation: As where both publishers can fail.
  ///
  /// ```swift
  /// button.taps.concatMap { service.balance() }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the inner publishers in order.
  @_disfavoredOverload @inlinable public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: .max(1), transform)
  }
}
