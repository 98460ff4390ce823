extension Publisher {
  /// Goes on with another publisher where this one fails.
  ///
  /// - Demand: What is outstanding goes to the replacement.
  /// - Failure: The replacement's is not caught.
  /// - Completion, cancellation: Passed through.
  ///
  /// ```swift
  /// service.balance().catch { _ in Just(cached) }
  /// ```
  ///
  /// - Parameter handler: What makes the replacement of an error.
  @inlinable public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
  where Output == P.Output {
    Publishers.Catch(upstream: self, handler: handler)
  }

  /// Goes on with another publisher where this one fails; the closure may fail instead.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/catch(_:)``.
  /// - Failure: What the closure throws, or the replacement's.
  ///
  /// ```swift
  /// service.balance().tryCatch { error in
  ///   guard error.isTransient else { throw error }
  ///   return Just(cached)
  /// }
  /// ```
  @inlinable public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
    Publishers.TryCatch(upstream: self, handler: handler)
  }

  /// Subscribes to this publisher, and to another in its place if it fails.
  @inlinable package func replacing<P: Publisher, E: Error>(
    in sequential: SequentialSubscription, by handler: @escaping (Failure) throws(E) -> P
  ) where Output == P.Output {
    sequential.proceed(to: self) { completion in
      switch completion {
      case .finished: sequential.chainedDidComplete(Subscribers.Completion<P.Failure>.finished)
      case .failure(let error):
        do throws(E) {
          // NB: a chained publisher, so that a replacement that has one of its own, and so on, does not nest.
          sequential.subscribeChained(to: try handler(error))
        } catch {
          sequential.finish(Subscribers.Completion<any Error>.failure(error))
        }
      }
    }
  }
}

extension Publishers {
  /// What ``Publisher/catch(_:)`` returns.
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
      let port = ErasedSubscriber<Output, Failure>(subscriber).raw
      upstream.replacing(in: port.sequel ?? SequentialSubscription(port, of: Self.self), by: handler)
    }
  }

  /// What ``Publisher/tryCatch(_:)`` returns.
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
