/// What a stage in time does next.
@usableFromInline package struct Tick<Time> {
  /// A value to send.
  @usableFromInline package var value: ValueBox?
  /// When to wake; a later call replaces it, `nil` leaves it as it is.
  @usableFromInline package var alarm: Time?
  /// Whether the alarm is a job to be run as soon as possible.
  @usableFromInline package var isSoon: Bool
  /// How to end, if this is the end: upstream is cancelled, and this sends the completion.
  @usableFromInline package var end: ((RawPort) -> Void)?

  @inlinable package init(
    value: ValueBox? = nil, alarm: Time? = nil, isSoon: Bool = false, end: ((RawPort) -> Void)? = nil
  ) {
    self.value = value
    self.alarm = alarm
    self.isSoon = isSoon
    self.end = end
  }
}

/// The working part of an operator that keeps values until a time, or watches how long they take.
@usableFromInline package protocol ClockedStage<Time> {
  associatedtype Input
  associatedtype Output = Input
  associatedtype Time: Strideable

  /// What to ask upstream for.
  var appetite: Appetite { get }
  /// Whether a value for which there is no demand waits for it; else it is dropped.
  var keepsUnasked: Bool { get }

  /// Upstream has been subscribed to. The time is asked for by those stages alone that need it before a value comes.
  mutating func start(at now: () -> Time) -> Tick<Time>
  /// Takes a value.
  mutating func take(_ value: Boxed<Input>, at now: Time) -> Tick<Time>
  /// The alarm that was asked for last has come.
  mutating func alarm(at now: Time) -> Tick<Time>
  /// Upstream has finished: what is still to be sent.
  mutating func finish() -> ValueBox?
  /// Upstream has failed: what is still to be sent.
  mutating func fail() -> ValueBox?
}

/// How much a stage in time asks its upstream for.
@usableFromInline package enum Appetite {
  /// Everything, at once.
  case everything
  /// This many values for each one that downstream asks for.
  case each(Int)
}

extension ClockedStage {
  @inlinable package var appetite: Appetite { .everything }
  @inlinable package var keepsUnasked: Bool { false }
  @inlinable package func start(at now: () -> Time) -> Tick<Time> { Tick() }
  @inlinable package func finish() -> ValueBox? { nil }
  @inlinable package func fail() -> ValueBox? { nil }
}
