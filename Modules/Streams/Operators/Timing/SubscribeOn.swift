extension Publisher {
  /// Subscribes to this publisher, asks it for values and cancels it on a scheduler.
  ///
  /// Where values are delivered is the affair of `receive(on:)`.
  ///
  /// - Demand: Each request is a job of the scheduler; what is returned for a value is passed back at once, so that the
  ///   next value finds it.
  /// - Completion, failure: Passed through.
  /// - Cancellation: Values stop at once; this publisher hears of it in a job of the scheduler.
  ///
  /// ```swift
  /// slowReader.subscribe(on: DispatchQueue.global()).receive(on: DispatchQueue.main)
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: Where to talk to this publisher.
  ///   - options: The scheduler's options.
  @inlinable public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// What ``Publisher/subscribe(on:options:)`` returns.
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
      let rescheduled = ScheduledRequests(ErasedSubscriber(subscriber).raw) { [scheduler, options] in
        scheduler.schedule(options: options, $0)
      }
      let port: ErasedSubscriber<Upstream.Output, Upstream.Failure> = rescheduled.makeSubscriber()
      rescheduled.schedule { [upstream] in upstream.receive(subscriber: port) }
    }
  }
}
