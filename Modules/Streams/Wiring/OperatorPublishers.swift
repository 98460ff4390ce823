/// A publisher that puts an inlet before what is downstream, and subscribes to its upstream with that.
@usableFromInline package protocol OperatorPublisher: Publisher {
  associatedtype Upstream: Publisher

  var upstream: Upstream { get }

  /// Where the upstream's values go in.
  func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber
}

extension OperatorPublisher {
  @usableFromInline package typealias UpstreamSubscriber = ErasedSubscriber<Upstream.Output, Upstream.Failure>

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    upstream.receive(subscriber: upstreamSubscriber(of: self, for: subscriber))
  }
}

// NB: a call of its own, so that a chain takes little of an unoptimised build's stack for each stage. Not a method,
// because then the optimiser makes less of long chains.
@inlinable @inline(__always)
package func upstreamSubscriber<P: OperatorPublisher, S: Subscriber>(of publisher: P, for subscriber: S)
  -> P.UpstreamSubscriber
where P.Output == S.Input, P.Failure == S.Failure {
  publisher.makeSubscriber(for: ErasedSubscriber(subscriber))
}

/// A publisher that is an upstream and a stage: what it sends, and how it fails, is what its stage does.
@usableFromInline package protocol StagePublisher: OperatorPublisher
where Output == Work.Output, Failure == Work.Failure, Upstream.Output == Work.Input {
  associatedtype Work: Stage

  /// The stage of a subscription.
  var stage: Work { get }
  /// What becomes of an error of the upstream.
  static func failure(of error: Upstream.Failure) -> Failure
}

extension StagePublisher {
  @inlinable package func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
    StageSubscription.makeSubscriber(stage, of: Self.self, for: downstream) { Self.failure(of: $0) }
  }
}

extension StagePublisher where Failure == Upstream.Failure {
  @inlinable package static func failure(of error: Upstream.Failure) -> Failure { error }
}

extension StagePublisher where Failure == any Error {
  @inlinable package static func failure(of error: Upstream.Failure) -> Failure { error }
}

/// A publisher that is an upstream and a stage in the time of a scheduler.
@usableFromInline package protocol TimedPublisher: OperatorPublisher
where
  Output == Work.Output, Failure == Upstream.Failure, Upstream.Output == Work.Input,
  Context.SchedulerTimeType == Work.Time
{
  associatedtype Context: Scheduler
  associatedtype Work: TimedStage

  var scheduler: Context { get }
  var options: Context.SchedulerOptions? { get }
  /// The stage of a subscription.
  var stage: Work { get }
}

extension TimedPublisher {
  @inlinable package var options: Context.SchedulerOptions? { nil }

  @inlinable package func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
    let (scheduler, options) = (scheduler, options)
    let exit = ScheduledSubscription(downstream.raw, of: Self.self) { scheduler.schedule(options: options, $0) }
    return TimedSubscription(
      stage, exit: exit, now: { scheduler.now },
      schedule: { date, action in
        guard let date else { return scheduler.schedule(options: options, action) }
        scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options, action)
      }
    ).makeSubscriber()
  }
}

/// A publisher that sends what several publishers of one type send.
@usableFromInline package protocol MergePublisher: Publisher where Output == A.Output, Failure == A.Failure {
  associatedtype A: Publisher

  /// Subscribes to each of the publishers.
  func subscribe(_ flatten: FlattenSubscription)
}

extension MergePublisher {
  @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    let flatten = FlattenSubscription(ErasedSubscriber<Output, Failure>(subscriber), of: Self.self)
    flatten.start()
    subscribe(flatten)
    flatten.close()
  }
}

/// A publisher that sends values of its upstream and fails as its upstream does.
@usableFromInline package protocol SameOutputPublisher: Publisher
where Output == Upstream.Output, Failure == Upstream.Failure {
  associatedtype Upstream: Publisher
}

/// A publisher that has another one do its work.
@usableFromInline package protocol ForwardingPublisher: Publisher
where Output == Source.Output, Failure == Source.Failure {
  associatedtype Source: Publisher

  /// Who gets the subscribers.
  var source: Source { get }
}

extension ForwardingPublisher {
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    source.receive(subscriber: subscriber)
  }
}
