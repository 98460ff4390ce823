/// The stages of the operators, named after them.
@usableFromInline package enum Stages {}

/// What a stage does with a value.
@usableFromInline package enum Decision<Output> {
  /// Emits a value.
  case emit(Output)
  /// Emits the received value itself. Only for stages whose output is their input.
  case forward
  /// Drops the value and requests another in its place.
  case drop
  /// Keeps or drops the value, which upstream was asked for in addition to the demand of downstream.
  case hold
  /// Emits a value and completes.
  case emitAndComplete(Output)
  /// Drops the value and completes.
  case complete
}

/// How much a stage requests from its upstream.
@usableFromInline package enum UpstreamDemand {
  /// Unlimited, once.
  case unlimited
  /// This many values for each one that downstream requests.
  case times(Int)
}

/// The working part of an operator with one upstream: it decides on each value in turn.
@usableFromInline package protocol Stage<Input, Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error

  /// How much upstream is asked for. The output of a stage that requests unlimited waits until downstream requests it.
  var upstreamDemand: UpstreamDemand { get }
  /// How many values are requested in addition, once, whether downstream requests any or not.
  var extraDemand: Int { get }

  /// Whether a request for no values is a programming error; elsewhere it is passed on.
  static var needsDemand: Bool { get }

  /// Called when upstream has sent its subscription.
  mutating func start()

  /// Decides on a value. Calls never overlap; an error, which is a `Failure`, cancels upstream and fails.
  // NB: untyped, because a closure that is converted to `throws(Failure)` is wrapped in another, which takes a third of
  // a stage's time. One that is converted to `throws` is not.
  mutating func receive(_ input: Input) throws -> Decision<Output>

  /// The value to emit when upstream has finished, if any.
  ///
  /// It is emitted at once, so it must be one that downstream has requested, in place of values that were held or
  /// dropped. Where ``upstreamDemand`` is unlimited it waits until downstream requests it.
  mutating func complete() -> Output?
}

extension Stage {
  @inlinable package var upstreamDemand: UpstreamDemand { .times(1) }
  @inlinable package var extraDemand: Int { 0 }
  @inlinable package static var needsDemand: Bool { false }
  @inlinable package func start() {}
  @inlinable package mutating func complete() -> Output? { nil }
}

/// A stage that consumes every value and emits once, with its last value or at completion.
@usableFromInline package protocol ReducingStage: Stage {}

extension ReducingStage {
  @inlinable package var upstreamDemand: UpstreamDemand { .unlimited }
}

/// Gives a stage without state an address.
// NB: ThreadSanitizer reads a change of an empty property as a write to the beginning of its object.
@usableFromInline package struct Padding {
  @usableFromInline package let byte: UInt8 = 0

  @inlinable package init() {}
}
