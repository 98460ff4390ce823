public import Streams

extension Publisher {
  /// Subscribes to this publisher again, some time after it has failed.
  ///
  /// - Demand: What is outstanding goes to the next attempt.
  /// - Failure: When the attempts are used up, or when the condition says so.
  /// - Cancellation: Also while it waits.
  /// - Completion: Passed through.
  ///
  /// ```swift
  /// service.balance().retry(3, after: { .seconds(1 << $0) }, scheduler: DispatchQueue.main, when: { $0.isTransient })
  /// ```
  ///
  /// - Parameters:
  ///   - retries: How many times to subscribe again.
  ///   - delay: How long to wait before; it is handed how many times that has been done, 0 at first.
  ///   - scheduler: Whose time counts, and where the next subscription is made.
  ///   - condition: Whether an error is worth another attempt.
  @_disfavoredOverload
  @inlinable public func retry<S: Scheduler>(
    _ retries: Int, after delay: @escaping (Int) -> S.SchedulerTimeType.Stride, scheduler: S,
    when condition: @escaping (Failure) -> Bool = { _ in true }
  ) -> Publishers.RetryLater<Self, S> {
    Publishers.RetryLater(upstream: self, retries: retries, delay: delay, scheduler: scheduler, condition: condition)
  }
}

extension Publishers {
  /// What ``Publisher/retry(_:after:scheduler:when:)`` returns.
  public struct RetryLater<Upstream: Publisher, Context: Scheduler>: SameOutputPublisher {
    public let upstream: Upstream
    /// How many times to subscribe again.
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

    @usableFromInline package func attempt(_ number: Int, in sequential: SequentialSubscription) {
      sequential.proceed(to: upstream) { completion in
        if case .failure(let error) = completion, number < retries, condition(error) {
          let pause = sequential.pause { attempt(number + 1, in: sequential) }
          scheduler.schedule(after: scheduler.now.advanced(by: delay(number))) { pause.end() }
        } else {
          sequential.finish(completion)
        }
      }
    }
  }
}

extension SequentialSubscription {
  /// Puts a pause into the place of an upstream: it takes demand, and a cancel ends it.
  @usableFromInline package func pause(then work: @escaping () -> Void) -> DelayedSubscription {
    let (turn, _) = nextTurn()
    let pause = DelayedSubscription { [self] in close(turn, then: work) }
    open(pause, turn)
    return pause
  }
}

/// The time between two upstreams.
@usableFromInline package final class DelayedSubscription: Subscription, Sendable {
  private let work: Locked<(() -> Void)?>

  init(_ work: @escaping () -> Void) { self.work = Locked(work) }

  @usableFromInline package func end() { work.withLock { $0.take() }?() }
  @usableFromInline package func request(_ demand: Subscribers.Demand) {}
  @usableFromInline package func cancel() { _ = work.withLock { $0.take() } }
}
