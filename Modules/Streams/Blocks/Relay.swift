import Synchronization

/// What a stage does with a value.
@usableFromInline package enum Step<Output> {
  /// Sends it on.
  case emit(Output)
  /// Drops it; another is asked for in its place.
  case skip
  /// Keeps it, or drops it, and upstream was asked for it in addition to what downstream wants.
  case hold
  /// Sends it on and finishes.
  case last(Output)
  /// Drops it and finishes.
  case stop
}

/// The working part of an operator with one upstream that looks at each value in turn.
@usableFromInline package protocol RelayStage<Input, Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error

  /// What upstream is asked for. A stage that asks for everything has its output held until downstream asks for it.
  var appetite: Appetite { get }
  /// How many values upstream is asked for in addition, once, whether downstream asks for any or not.
  var lead: Int { get }

  /// Whether a request for no values is a programming error; elsewhere it is passed on.
  static var needsDemand: Bool { get }

  /// Upstream has been subscribed to; nothing, unless a stage says otherwise.
  mutating func start()

  /// Decides on a value. Called for one value at a time; to throw cancels upstream and fails.
  mutating func take(_ input: Input) throws(Failure) -> Step<Output>

  /// What is still to be sent when upstream has finished; nothing, unless a stage says otherwise.
  mutating func finish() -> Output?
}

/// Gives a stage that has nothing to keep a place of its own.
// NB: to ThreadSanitizer, to change a property that takes no room is to write to the beginning of its object.
@usableFromInline package struct Filler {
  @usableFromInline package let byte: UInt8 = 0

  @inlinable package init() {}
}

extension RelayStage {
  @inlinable package var appetite: Appetite { .each(1) }
  @inlinable package var lead: Int { 0 }
  @inlinable package static var needsDemand: Bool { false }
  @inlinable package func start() {}
  @inlinable package mutating func finish() -> Output? { nil }
}

/// A stage that takes in everything and answers once, with its last value or when it finishes.
@usableFromInline package protocol GatherStage: RelayStage {}

extension GatherStage {
  @inlinable package var appetite: Appetite { .everything }
}

/// Hosts a stage: one upstream, demand passed through, an end before upstream's where the stage says so.
@usableFromInline package final class Relay<Stage: RelayStage>: OperatorSubscription {
  @usableFromInline package let link = Link()
  @usableFromInline package let isOver = Atomic<Bool>(false)
  // NB: unchecked because upstream delivers one value at a time.
  @usableFromInline @exclusivity(unchecked) package var stage: Stage
  @usableFromInline package let downstream: Port<Stage.Output, Stage.Failure>
  @usableFromInline package let operation: Any.Type
  @usableFromInline package let scale: Int
  @usableFromInline package let lead: Atomic<Int>

  @inlinable package init(_ stage: Stage, of operation: Any.Type, _ downstream: Port<Stage.Output, Stage.Failure>) {
    self.stage = stage
    self.operation = operation
    lead = Atomic(stage.lead)
    if case .each(let count) = stage.appetite {
      scale = count
      self.downstream = downstream.unretained
    } else {
      scale = 1
      self.downstream = Reservoir(downstream, of: operation, holding: 1).port()
    }
  }

  /// Makes a relay, and the port where the values of its upstream go in.
  ///
  /// - Parameters:
  ///   - stage: What it hosts.
  ///   - operation: The type of the operator's publisher.
  ///   - downstream: What is downstream; the port keeps its subscriber alive, the relay does not.
  ///   - failure: Maps a failure of the upstream to one of the stage.
  @inlinable package static func inlet<UpstreamFailure: Error>(
    _ stage: Stage, of operation: Any.Type, before downstream: Port<Stage.Output, Stage.Failure>,
    failure: @escaping (UpstreamFailure) -> Stage.Failure
  ) -> Port<Stage.Input, UpstreamFailure> {
    let relay = Relay(stage, of: operation, downstream)
    return Port(
      identity: relay, subscriber: downstream.raw.subscriber,
      subscription: { relay.open($0) },
      value: { $0.borrow { (value: borrowing Stage.Input) in relay.take(value) } },
      completion: { completion in
        switch completion {
        case .finished: relay.end(.finished)
        case .failure(let error): relay.end(.failure(failure(error)))
        }
      })
  }

  @usableFromInline package func open(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    stage.start()
    downstream.receive(subscription: self)
    // NB: what downstream has asked for meanwhile has taken the lead along.
    let lead = takeLead()
    if lead > 0 { link.request(.max(lead)) }
  }

  @inlinable @inline(__always) package func take(_ input: Stage.Input) -> UInt {
    guard link.isOpen else { return 0 }
    do throws(Stage.Failure) {
      switch try stage.take(input) {
      case .emit(let output): return scaled(Subscribers.Demand(raw: pass(output, to: downstream.raw.value))).raw
      case .skip: return 1
      case .hold: return 0
      case .last(let output): last(output)
      case .stop: cut(.finished)
      }
    } catch {
      cut(.failure(error))
    }
    return 0
  }

  @usableFromInline package func last(_ output: Stage.Output) {
    guard link.cancel() else { return }
    _ = downstream.receive(output)
    if !isOver.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
  }

  @usableFromInline package func cut(_ completion: Subscribers.Completion<Stage.Failure>) {
    if link.cancel() { downstream.receive(completion: completion) }
  }

  @usableFromInline package func end(_ completion: Subscribers.Completion<Stage.Failure>) {
    guard link.end() else { return }
    if case .finished = completion, let rest = stage.finish() {
      _ = downstream.receive(rest)
      if isOver.load(ordering: .acquiring) { return }
    }
    downstream.receive(completion: completion)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    _ = demand.isAny(isRequired: Stage.needsDemand)
    let demand = scaled(demand)
    link.request(demand > .none ? demand + takeLead() : demand)
  }

  private func takeLead() -> Int {
    lead.load(ordering: .relaxed) > 0 ? lead.exchange(0, ordering: .relaxed) : 0
  }

  @inlinable @inline(__always) package func scaled(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    scale == 1 ? demand : demand * scale
  }

  @usableFromInline package func cancel() {
    isOver.store(true, ordering: .releasing)
    link.cancel()
  }
}
