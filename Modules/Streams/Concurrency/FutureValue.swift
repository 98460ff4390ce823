extension Future where Failure == Never {
  /// The value, as soon as the promise is fulfilled.
  ///
  /// - Cancellation: Has no effect. A cancelled task keeps waiting.
  ///
  /// ```swift
  /// let answer = await Future<Int, Never> { promise in queue.async { promise(.success(42)) } }.value
  /// ```
  public final var value: Output {
    get async {
      let received = await withCheckedContinuation { continuation in
        receive(
          subscriber: ClosureSubscriber(isolation: nil).makeSubscriber {
            continuation.resume(returning: UnsafeTransfer($0.input(as: Output.self)))
            return 0
          })
      }
      hasResumed()
      return received.value
    }
  }
}

extension Future {
  /// The value, as soon as the promise is fulfilled.
  ///
  /// - Failure: Thrown.
  /// - Cancellation: Throws a `CancellationError`.
  ///
  /// ```swift
  /// let balance = try await service.balance().value
  /// ```
  @_disfavoredOverload public final var value: Output {
    get async throws {
      for try await value in values { return value }
      throw CancellationError()
    }
  }
}
