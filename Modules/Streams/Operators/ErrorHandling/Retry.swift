extension Publisher {
  /// Subscribes to the upstream again when it fails, up to a number of times.
  ///
  /// Failures that arrive during the subscription are retried in a loop, so the stack does not grow.
  ///
  /// - Demand: Demand that is left is passed to the next subscription.
  /// - Completion: Passed through.
  /// - Failure: The failure of the last attempt.
  /// - Cancellation: Cancels the current attempt.
  ///
  /// ```swift
  /// service.balance().retry(2)  // three requests at most
  /// ```
  ///
  /// - Parameter retries: The number of times to subscribe again. A negative number retries without bound.
  /// - Returns: A publisher that emits the elements of all attempts.
  @inlinable public func retry(_ retries: Int) -> Publishers.Retry<Self> { .init(upstream: self, retries: retries) }

  /// Subscribes to this publisher, and again when it fails.
  @inlinable package func attempt(in sequential: SequentialSubscription, retries: Int?) {
    sequential.subscribe(to: self) { completion in
      if case .failure = completion, retries != 0 {
        // A negative number never reaches zero.
        attempt(in: sequential, retries: retries.map { $0 > 0 ? $0 - 1 : $0 })
      } else {
        sequential.complete(with: completion)
      }
    }
  }
}

extension Publishers {
  /// A publisher that subscribes to its upstream again when it fails.
  public struct Retry<Upstream: Publisher>: SameOutputPublisher {
    public let upstream: Upstream
    /// The number of times to subscribe again. Without bound if it is `nil` or negative.
    public let retries: Int?

    @inlinable public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      upstream.attempt(in: SequentialSubscription(ErasedSubscriber(subscriber).raw, of: Self.self), retries: retries)
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
extension Publishers.Retry: Sendable where Upstream: Sendable {}
