extension Future where Failure == Never {
  /// The value, once it is there.
  ///
  /// - Cancellation: Has nothing to answer with, and waits on.
  ///
  /// ```swift
  /// let answer = await Future<Int, Never> { promise in queue.async { promise(.success(42)) } }.value
  /// ```
  public final var value: Output {
    get async {
      let handed = await withCheckedContinuation { reader in
        receive(
          subscriber: ClosureSubscriber(isolation: nil).makeSubscriber {
            reader.resume(returning: UnsafeTransfer($0.input(as: Output.self)))
            return 0
          })
      }
      hasResumed()
      return handed.value
    }
  }
}

extension Future {
  /// The value, once it is there; a failure is thrown.
  ///
  /// - Cancellation: Throws a `CancellationError`.
  ///
  /// ```swift
  /// let balance = try await service.balance().value
  /// ```
  @_disfavoredOverload
  public final var value: Output {
    get async throws {
      for try await value in values { return value }
      throw CancellationError()
    }
  }
}
