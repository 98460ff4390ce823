public import Streams

extension Publisher {
  /// Transforms each element into a publisher and emits the elements of the latest one.
  ///
  /// - Demand: Requests unlimited from the upstream. Outstanding demand is passed to the latest inner publisher.
  /// - Completion: Finishes when the upstream and the latest inner publisher have finished.
  /// - Failure: A failure of the upstream or of the latest inner publisher cancels the other.
  /// - Cancellation: Cancels the upstream and the latest inner publisher. A new inner publisher cancels the previous one.
  ///
  /// ```swift
  /// $username.flatMapLatest { service.isAvailable($0) }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the latest inner publisher.
  @_disfavoredOverload @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
    map(transform).switchToLatest()
  }

  /// Transforms each element into a publisher that cannot fail, and emits the elements of the latest one.
  ///
  /// - Demand, completion, failure, cancellation: As where both publishers can fail.
  ///
  /// ```swift
  /// service.balance().flatMapLatest { Just($0.amount) }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the latest inner publisher.
  @_disfavoredOverload @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  )
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<P, Failure>, Publishers.Map<Self, Publishers.SetFailureType<P, Failure>>
    >
  {
    map { transform($0).setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher and emits the elements of the latest one, where neither can fail.
  ///
  /// - Demand, completion, cancellation: As where both publishers can fail.
  /// - Failure: None.
  ///
  /// ```swift
  /// $username.flatMapLatest { Just($0.count) }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the latest inner publisher.
  @_disfavoredOverload @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Never {
    map(transform).switchToLatest()
  }

  /// Transforms each element into a publisher that can fail, and emits the elements of the latest one.
  ///
  /// - Demand, completion, failure, cancellation: As where both publishers can fail.
  ///
  /// ```swift
  /// button.taps.flatMapLatest { service.balance() }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a publisher.
  /// - Returns: A publisher that emits the elements of the latest inner publisher.
  @_disfavoredOverload @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.SetFailureType<Publishers.Map<Self, P>, P.Failure>> {
    map(transform).switchToLatest()
  }
}
