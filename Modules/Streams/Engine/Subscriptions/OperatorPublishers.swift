/// A publisher that attaches a subscriber of its own to its upstream.
@usableFromInline package protocol OperatorPublisher: Publisher {
  associatedtype Upstream: Publisher

  var upstream: Upstream { get }

  /// The subscriber to attach to upstream. It consumes the downstream, so that building a chain retains little.
  func makeSubscriber(for downstream: consuming ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber
}

extension OperatorPublisher {
  @usableFromInline package typealias UpstreamSubscriber = ErasedSubscriber<Upstream.Output, Upstream.Failure>

  @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: consuming S) {
    upstream.receive(subscriber: upstreamSubscriber(of: self, for: subscriber))
  }
}

// A separate call, so that each stage of a chain takes little stack in an unoptimised build. Not a method, because then
// the optimiser does less for long chains.
@inlinable @inline(__always) package func upstreamSubscriber<P: OperatorPublisher>(
  of publisher: P, for subscriber: consuming some Subscriber<P.Output, P.Failure>
) -> P.UpstreamSubscriber {
  publisher.makeSubscriber(for: ErasedSubscriber(subscriber))
}

/// A publisher whose subscriptions run a stage.
@usableFromInline package protocol StagePublisher: OperatorPublisher
where Output == Work.Output, Failure == Work.Failure, Upstream.Output == Work.Input {
  associatedtype Work: Stage

  /// Makes the stage of a subscription.
  var stage: Work { get }
  /// Maps an upstream failure to the operator's failure.
  static func failure(of error: Upstream.Failure) -> Failure
}

extension StagePublisher {
  @inlinable package func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
    StageSubscription(stage, of: Self.self, downstream).makeSubscriber(
      for: Upstream.self, owner: downstream.raw.forwardedOwner
    ) {
      Self.failure(of: $0)
    }
  }
}

extension StagePublisher where Failure == Upstream.Failure {
  @inlinable package static func failure(of error: Upstream.Failure) -> Failure { error }
}

extension StagePublisher where Failure == any Error {
  @inlinable package static func failure(of error: Upstream.Failure) -> Failure { error }
}

/// A publisher whose subscriptions run a timed stage.
@usableFromInline package protocol TimedPublisher: OperatorPublisher
where
  Output == Work.Output, Failure == Upstream.Failure, Upstream.Output == Work.Input,
  Context.SchedulerTimeType == Work.Time
{
  associatedtype Context: Scheduler
  associatedtype Work: TimedStage

  var scheduler: Context { get }
  var options: Context.SchedulerOptions? { get }
  /// Makes the stage of a subscription.
  var stage: Work { get }
}

extension TimedPublisher {
  @inlinable package var options: Context.SchedulerOptions? { nil }

  @inlinable package func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
    let (scheduler, options) = (scheduler, options)
    let delivery = ScheduledSubscription(
      downstream.raw, of: Self.self, scheduleNow: { scheduler.schedule(options: options, $0) })
    return TimedSubscription(
      stage, delivery: delivery, now: { scheduler.now },
      schedule: { date, action in
        guard let date else { return scheduler.schedule(options: options, action) }
        scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options, action)
      }
    ).makeSubscriber()
  }
}

/// A publisher that merges several publishers with one output type.
@usableFromInline package protocol MergePublisher: Publisher where Output == A.Output, Failure == A.Failure {
  associatedtype A: Publisher

  /// Subscribes to each of the publishers.
  func subscribeAll(to merge: MergeSubscription)
}

extension MergePublisher {
  @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    let downstream = ErasedSubscriber<Output, Failure>(subscriber)
    if let (inner, _) = downstream.raw.flattened(into: InnerSubscription.self), let merge = inner.merge {
      subscribeAll(to: merge)
      return merge.finish(inner)
    }
    let merge = MergeSubscription(downstream, of: Self.self)
    merge.start()
    subscribeAll(to: merge)
    merge.finishAdding()
  }
}

/// A publisher with its upstream's output and failure types.
@usableFromInline package protocol SameOutputPublisher: Publisher
where Output == Upstream.Output, Failure == Upstream.Failure {
  associatedtype Upstream: Publisher
}

/// A publisher that forwards its subscribers to another.
@usableFromInline package protocol ForwardingPublisher: Publisher
where Output == Source.Output, Failure == Source.Failure {
  associatedtype Source: Publisher

  /// The publisher that receives the subscribers.
  var source: Source { get }
}

extension ForwardingPublisher {
  @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: consuming S) {
    source.receive(subscriber: subscriber)
  }
}
