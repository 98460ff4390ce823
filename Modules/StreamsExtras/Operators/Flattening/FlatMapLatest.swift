public import Streams

extension Publisher {
  /// Makes a publisher of each value and sends what the newest one has to say.
  ///
  /// - Demand: This publisher is asked for everything; what is asked for goes to the newest inner publisher.
  /// - Completion: When this publisher and the newest inner one have finished.
  /// - Failure: Of either.
  /// - Cancellation: The inner publisher before is cancelled when there is a newer one.
  ///
  /// ```swift
  /// $username.flatMapLatest { service.isAvailable($0) }
  /// ```
  ///
  /// - Parameter transform: What makes a publisher of a value.
  @_disfavoredOverload
  @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
    map(transform).switchToLatest()
  }

  /// Makes a publisher that cannot fail of each value and sends what the newest one has to say.
  ///
  /// - Demand, completion, failure, cancellation: The same as where both may fail.
  ///
  /// ```swift
  /// service.balance().flatMapLatest { Just($0.amount) }
  /// ```
  @_disfavoredOverload
  @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  )
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<P, Failure>, Publishers.Map<Self, Publishers.SetFailureType<P, Failure>>
    > where P.Failure == Never
  {
    map { transform($0).setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publisher where Failure == Never {
  /// Makes a publisher of each value and sends what the newest one has to say, where neither can fail.
  ///
  /// ```swift
  /// $username.flatMapLatest { Just($0.count) }
  /// ```
  @_disfavoredOverload
  @inlinable public func flatMapLatest<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Never {
    map(transform).switchToLatest()
  }
}
