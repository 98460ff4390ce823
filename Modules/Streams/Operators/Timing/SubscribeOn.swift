extension Publisher {
  /// Subscribes to the upstream, requests elements and cancels on a scheduler.
  ///
  /// It does not change where elements are delivered: for that use `receive(on:)`.
  ///
  /// - Demand: Each request is a job of the scheduler. The demand that a subscriber returns for an element is passed on
  ///   synchronously.
  /// - Completion, failure: Passed through.
  /// - Cancellation: No element follows. The upstream is cancelled in a job of the scheduler.
  ///
  /// ```swift
  /// slowReader.subscribe(on: DispatchQueue.global()).receive(on: DispatchQueue.main)
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler for subscription, requests and cancellation.
  ///   - options: Options of the scheduler.
  /// - Returns: A publisher that emits the upstream's elements.
  @inlinable public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that subscribes to its upstream on a scheduler.
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: SameOutputPublisher {
    public let upstream: Upstream
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

    @inlinable public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      SubscribeOnSubscription.subscribe(ErasedSubscriber(subscriber), to: upstream, of: Self.self) {
        [scheduler, options] in
        scheduler.schedule(options: options, $0)
      }
    }
  }
}
