public import Streams

extension Publisher {
  /// Subscribes to the upstream again, after a delay, when it fails and a condition holds.
  ///
  /// - Demand: Demand that is left is passed to the next attempt.
  /// - Completion: Passed through.
  /// - Failure: The failure of the last attempt, or a failure for which the condition is false.
  /// - Cancellation: Cancels the current attempt or the delay.
  ///
  /// ```swift
  /// service.balance().retry(3, after: { .seconds(1 << $0) }, scheduler: DispatchQueue.main, when: { $0.isTransient })
  /// ```
  ///
  /// - Parameters:
  ///   - retries: The number of times to subscribe again.
  ///   - delay: A closure that takes the number of retries so far and returns the time to wait.
  ///   - scheduler: The scheduler that measures time and subscribes again.
  ///   - condition: A closure that returns whether to retry after an error. By default it always does.
  /// - Returns: A publisher that emits the elements of all attempts.
  @_disfavoredOverload @inlinable public func retry<S: Scheduler>(
    _ retries: Int, after delay: @escaping (Int) -> S.SchedulerTimeType.Stride, scheduler: S,
    when condition: @escaping (Failure) -> Bool = { _ in true }
  ) -> Publishers.RetryLater<Self, S> {
    Publishers.RetryLater(upstream: self, retries: retries, delay: delay, scheduler: scheduler, condition: condition)
  }
}

extension Publishers {
  /// A publisher that subscribes to its upstream again, after a delay, when it fails.
  public struct RetryLater<Upstream: Publisher, Context: Scheduler>: SameOutputPublisher {
    public let upstream: Upstream
    /// The number of times to subscribe again.
    public let retries: Int
    public let delay: (Int) -> Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let condition: (Upstream.Failure) -> Bool

    @inlinable public init(
      upstream: Upstream, retries: Int, delay: @escaping (Int) -> Context.SchedulerTimeType.Stride,
      scheduler: Context, condition: @escaping (Upstream.Failure) -> Bool
    ) {
      self.upstream = upstream
      self.retries = retries
      self.delay = delay
      self.scheduler = scheduler
      self.condition = condition
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      attempt(0, in: SequentialSubscription(ErasedSubscriber(subscriber).raw, of: Self.self))
    }

    @inlinable package func attempt(_ number: Int, in sequential: SequentialSubscription) {
      sequential.subscribe(to: upstream) { completion in
        if case .failure(let error) = completion, number < retries, condition(error) {
          let pause = sequential.delay { attempt(number + 1, in: sequential) }
          scheduler.schedule(after: scheduler.now.advanced(by: delay(number))) { pause.fire() }
        } else {
          sequential.complete(with: completion)
        }
      }
    }
  }
}

extension SequentialSubscription {
  /// Puts a delay in the place of an upstream. It receives demand, and a cancellation ends it.
  @usableFromInline package func delay(then work: @escaping () -> Void) -> DelayedSubscription {
    let (upstream, _) = nextUpstream()
    let delay = DelayedSubscription { [self] in upstreamDidComplete(upstream, then: work) }
    receive(subscription: delay, from: upstream)
    return delay
  }
}

/// The time between two upstreams.
@usableFromInline package final class DelayedSubscription: Subscription, Sendable {
  private let work: Locked<(() -> Void)?>

  init(_ work: @escaping () -> Void) { self.work = Locked(work) }

  @usableFromInline package func fire() { work.exchange(nil)?() }
  @usableFromInline package func request(_ demand: Subscribers.Demand) {}
  @usableFromInline package func cancel() { _ = work.exchange(nil) }
}
