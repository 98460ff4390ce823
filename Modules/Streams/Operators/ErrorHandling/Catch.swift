extension Publisher {
  /// Replaces this publisher with another when it fails.
  ///
  /// - Demand: Demand that is left is passed to the replacement.
  /// - Completion: Finishes when the current publisher does.
  /// - Failure: A failure of the replacement is not caught.
  /// - Cancellation: Cancels the current publisher.
  ///
  /// ```swift
  /// service.balance().catch { _ in Just(cached) }
  /// ```
  ///
  /// - Parameter handler: A closure that takes the error and returns the replacement.
  /// - Returns: A publisher that emits this publisher's elements and, after a failure, the replacement's.
  @inlinable public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
  where Output == P.Output {
    Publishers.Catch(upstream: self, handler: handler)
  }

  /// Replaces this publisher with another when it fails, with a closure that can throw.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/catch(_:)``.
  /// - Failure: An error that the closure throws, or a failure of the replacement.
  ///
  /// ```swift
  /// service.balance().tryCatch { error in
  ///   guard error.isTransient else { throw error }
  ///   return Just(cached)
  /// }
  /// ```
  ///
  /// - Parameter handler: A closure that takes the error and returns the replacement, or throws.
  /// - Returns: A publisher that emits this publisher's elements and, after a failure, the replacement's.
  @inlinable public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
    Publishers.TryCatch(upstream: self, handler: handler)
  }

  /// Subscribes to this publisher, and to another one in its place if it fails.
  @inlinable package func replacing<P: Publisher, E: Error>(
    in sequential: SequentialSubscription, by handler: @escaping (Failure) throws(E) -> P
  ) where Output == P.Output {
    sequential.subscribe(to: self) { completion in
      switch completion {
      case .finished: sequential.chainedDidComplete(Subscribers.Completion<P.Failure>.finished)
      case .failure(let error):
        do throws(E) {
          // NB: chained, because otherwise replacements that are themselves replaced would deepen the stack.
          sequential.subscribeChained(to: try handler(error))
        } catch {
          sequential.complete(with: Subscribers.Completion<any Error>.failure(error))
        }
      }
    }
  }
}

extension Publishers {
  /// A publisher that replaces its upstream with another publisher when it fails.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    public let upstream: Upstream
    public let handler: (Upstream.Failure) -> NewPublisher

    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let downstream = ErasedSubscriber<Output, Failure>(subscriber).raw
      upstream.replacing(in: SequentialSubscription.chained(to: downstream, of: Self.self), by: handler)
    }
  }

  /// A publisher that replaces its upstream with another publisher when it fails, with a closure that can throw.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let handler: (Upstream.Failure) throws -> NewPublisher

    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
      upstream.replacing(in: SequentialSubscription(ErasedSubscriber(subscriber).raw, of: Self.self)) { error in
        try handler(error).mapError { $0 as any Error }
      }
    }
  }
}
