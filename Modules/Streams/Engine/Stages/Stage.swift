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

/// Which events of an upstream that never sends a subscription, as a stub in a test may, a stage takes. Combine's operators
/// differ in this.
@usableFromInline package enum UnsubscribedEvents {
  case all
  case values
  case none
}

/// What a stage remembers between two values.
///
/// A closure of the user's can make upstream send another value while the stage decides on one. So a stage reads its state,
/// calls the closure, and then writes: no access lasts while foreign code runs, and the inner value finds the state of the
/// last decision.
@usableFromInline package class StageState<Value> {
  // Unchecked because upstream delivers from one thread at a time, and each access ends before foreign code runs.
  @usableFromInline @exclusivity(unchecked) package final var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}

/// The working part of an operator with one upstream: it decides on each value in turn.
@usableFromInline package protocol Stage<Input, Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error
  /// What it remembers between two values.
  associatedtype State = Void

  /// The state of a subscription that has received nothing.
  var initialState: State { get }

  /// How much upstream is asked for. The output of a stage that requests unlimited waits until downstream requests it.
  var upstreamDemand: UpstreamDemand { get }

  /// Whether a request for no values is a programming error; elsewhere it is passed on.
  static var trapsOnRequestForNone: Bool { get }

  /// Which events it takes before upstream has sent its subscription.
  var unsubscribedEvents: UnsubscribedEvents { get }

  /// Called when upstream has sent its subscription.
  func start(_ state: StageState<State>)

  /// Decides on a value. An error, which is a `Failure`, cancels upstream and fails.
  ///
  /// A call can begin while another waits for a closure to return; see ``StageState``.
  // NB: untyped, because a closure that is converted to `throws(Failure)` is wrapped in another, which takes a third of
  // a stage's time. One that is converted to `throws` is not.
  func receive(_ input: Input, _ state: StageState<State>) throws -> Decision<Output>

  /// The value to emit when upstream has finished, if any.
  ///
  /// It is emitted at once, so it must be one that downstream has requested, in place of values that were held or
  /// dropped. Where ``upstreamDemand`` is unlimited it waits until downstream requests it.
  func complete(_ state: StageState<State>) -> Output?
}

extension Stage {
  @inlinable package var upstreamDemand: UpstreamDemand { .times(1) }
  @inlinable package static var trapsOnRequestForNone: Bool { false }
  @inlinable package var unsubscribedEvents: UnsubscribedEvents { .all }
  @inlinable package func start(_ state: StageState<State>) {}
  @inlinable package func complete(_ state: StageState<State>) -> Output? { nil }
}

/// A stage that decides on a value without knowing others.
@usableFromInline package protocol StatelessStage<Input, Output, Failure>: Stage where State == Void {
  associatedtype Input
  associatedtype Output

  /// Decides on a value. An error, which is a `Failure`, cancels upstream and fails.
  func receive(_ input: Input) throws -> Decision<Output>
}

extension StatelessStage {
  @inlinable package var initialState: Void { () }

  @inlinable @inline(__always)
  package func receive(_ input: Input, _ state: StageState<Void>) throws -> Decision<Output> { try receive(input) }
}

/// A stage that consumes every value and emits once, with its last value or at completion.
@usableFromInline package protocol ReducingStage: Stage {}

extension ReducingStage {
  @inlinable package var upstreamDemand: UpstreamDemand { .unlimited }
}
