/// What a stage in time does next.
@usableFromInline package struct TimedDecision<Time> {
  /// A value to send.
  @usableFromInline package var value: QueuedEvent?
  /// When to wake; a later call replaces it, `nil` leaves it as it is.
  @usableFromInline package var deadline: Time?
  /// Whether the deadline is a job to be run as soon as possible.
  @usableFromInline package var isImmediate: Bool
  /// How to end, if this is the end: upstream is cancelled, and this sends the completion.
  @usableFromInline package var end: ((RawSubscriber) -> Void)?

  @inlinable package init(
    value: QueuedEvent? = nil, deadline: Time? = nil, isImmediate: Bool = false, end: ((RawSubscriber) -> Void)? = nil
  ) {
    self.value = value
    self.deadline = deadline
    self.isImmediate = isImmediate
    self.end = end
  }
}

/// The working part of an operator that keeps values until a time, or watches how long they take.
@usableFromInline package protocol TimedStage<Time> {
  associatedtype Input
  associatedtype Output = Input
  associatedtype Time: Strideable

  /// What to ask upstream for.
  var upstreamDemand: UpstreamDemand { get }
  /// Whether a value for which there is no demand waits for it; else it is dropped.
  var buffersWithoutDemand: Bool { get }

  /// Upstream has been subscribed to. The time is asked for by those stages alone that need it before a value comes.
  mutating func start(at now: () -> Time) -> TimedDecision<Time>
  /// Takes a value.
  mutating func receive(_ value: QueuedValue<Input>, at now: Time) -> TimedDecision<Time>
  /// The deadline that was asked for last has come.
  mutating func deadline(at now: Time) -> TimedDecision<Time>
  /// Upstream has finished: what is still to be sent.
  mutating func complete() -> QueuedEvent?
  /// Upstream has failed: what is still to be sent.
  mutating func fail() -> QueuedEvent?
}

/// How much a stage in time asks its upstream for.
@usableFromInline package enum UpstreamDemand {
  /// Everything, at once.
  case unlimited
  /// This many values for each one that downstream asks for.
  case times(Int)
}

extension TimedStage {
  @inlinable package var upstreamDemand: UpstreamDemand { .unlimited }
  @inlinable package var buffersWithoutDemand: Bool { false }
  @inlinable package func start(at now: () -> Time) -> TimedDecision<Time> { TimedDecision() }
  @inlinable package func complete() -> QueuedEvent? { nil }
  @inlinable package func fail() -> QueuedEvent? { nil }
}
