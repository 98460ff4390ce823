/// What a timed stage does next.
@usableFromInline package struct TimedDecision<Time> {
  /// A value to emit.
  @usableFromInline package var value: QueuedEvent?
  /// When to call the stage's `deadline(at:)`. A later deadline replaces it; `nil` leaves it unchanged.
  @usableFromInline package var deadline: Time?
  /// Whether the deadline is due at once, as a job of the scheduler.
  @usableFromInline package var isImmediate: Bool
  /// Sends the completion, where the stage decides to complete. Upstream is cancelled.
  @usableFromInline package var completion: ((RawSubscriber) -> Void)?

  @inlinable package init(
    value: QueuedEvent? = nil, deadline: Time? = nil, isImmediate: Bool = false,
    completion: ((RawSubscriber) -> Void)? = nil
  ) {
    self.value = value
    self.deadline = deadline
    self.isImmediate = isImmediate
    self.completion = completion
  }
}

/// What a timed stage does with a value that downstream has not requested.
@usableFromInline package enum ExcessHandling {
  /// Queues it when it is emitted.
  case keep
  /// Drops it when it is emitted.
  case dropWhenDue
  /// Drops it when it arrives.
  case dropOnArrival
}

/// From when on a timed stage measures time. What it decides then is a closure here, and no method with a default, which would
/// run in place of one that is misspelled.
@usableFromInline package enum TimingStart<Work: TimedStage> {
  /// From the first value on: it needs no time before that.
  case firstValue
  /// From when upstream has sent its subscription.
  case subscription((inout Work, Work.Time) -> TimedDecision<Work.Time>)
  /// From when upstream has sent its subscription, and again from when downstream has requested values for the first time.
  case subscriptionAndFirstRequest((inout Work, Work.Time) -> TimedDecision<Work.Time>)
}

/// The working part of an operator that keeps values for a time, or watches how long they take.
@usableFromInline package protocol TimedStage<Time> {
  associatedtype Input
  associatedtype Output = Input
  associatedtype Time: Strideable

  /// How much upstream is asked for.
  var upstreamDemand: UpstreamDemand { get }
  /// What becomes of a value that downstream has not requested.
  var excessHandling: ExcessHandling { get }
  /// Whether a completion of the upstream waits for the deadline.
  var delaysCompletion: Bool { get }

  /// From when on it measures time.
  var timingStart: TimingStart<Self> { get }

  /// Decides on a value.
  mutating func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time>
  /// Called at the latest deadline that the stage has set.
  mutating func deadline(at now: Time) -> TimedDecision<Time>
  /// The value to emit when upstream has finished, if any.
  mutating func complete() -> QueuedEvent?
}

extension TimedStage {
  @inlinable package var upstreamDemand: UpstreamDemand { .unlimited }
  @inlinable package var excessHandling: ExcessHandling { .dropWhenDue }
  @inlinable package var delaysCompletion: Bool { false }
  @inlinable package func complete() -> QueuedEvent? { nil }
}
