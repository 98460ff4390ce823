extension Publisher {
  /// Subscribes again where this publisher fails, a number of times.
  ///
  /// - Demand: What is outstanding goes to the next subscription.
  /// - Completion, cancellation: Passed through.
  /// - Failure: That of the last subscription. Failures that come at once are followed by a loop and do not nest.
  ///
  /// ```swift
  /// service.balance().retry(2)  // three requests at most
  /// ```
  ///
  /// - Parameter retries: How many times to subscribe again.
  @inlinable public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }

  /// Subscribes to this publisher, and again when it fails.
  @inlinable package func attempt(in sequential: SequentialSubscription, retries: Int?) {
    sequential.proceed(to: self) { completion in
      if case .failure = completion, retries.map({ $0 > 0 }) ?? true {
        attempt(in: sequential, retries: retries.map { $0 - 1 })
      } else {
        sequential.finish(completion)
      }
    }
  }
}

extension Publishers {
  /// What ``Publisher/retry(_:)`` returns.
  public struct Retry<Upstream: Publisher>: SameOutputPublisher {
    public let upstream: Upstream
    /// How many times to subscribe again; without end if it is `nil`.
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
