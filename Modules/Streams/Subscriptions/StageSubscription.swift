import Synchronization

/// What a stage does with a value.
@usableFromInline package enum Decision<Output> {
  /// Sends it on.
  case emit(Output)
  /// Drops it; another is asked for in its place.
  case drop
  /// Keeps it, or drops it, and upstream was asked for it in addition to what downstream wants.
  case hold
  /// Sends it on and finishes.
  case emitAndComplete(Output)
  /// Drops it and finishes.
  case complete
}

/// The stages of the operators, each by its operator's name.
@usableFromInline package enum Stages {}

/// The working part of an operator with one upstream that looks at each value in turn.
@usableFromInline package protocol Stage<Input, Output, Failure> {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error

  /// What upstream is asked for. A stage that asks for everything has its output held until downstream asks for it.
  var upstreamDemand: UpstreamDemand { get }
  /// How many values upstream is asked for in addition, once, whether downstream asks for any or not.
  var extraDemand: Int { get }

  /// Whether a request for no values is a programming error; elsewhere it is passed on.
  static var needsDemand: Bool { get }

  /// Upstream has been subscribed to; nothing, unless a stage says otherwise.
  mutating func start()

  /// Decides on a value. Called for one value at a time; to throw cancels upstream and fails.
  mutating func receive(_ input: Input) throws(Failure) -> Decision<Output>

  /// What is still to be sent when upstream has finished; nothing, unless a stage says otherwise.
  mutating func complete() -> Output?
}

/// Gives a stage that has nothing to keep a place of its own.
// NB: to ThreadSanitizer, to change a property that takes no room is to write to the beginning of its object.
@usableFromInline package struct Padding {
  @usableFromInline package let byte: UInt8 = 0

  @inlinable package init() {}
}

extension Stage {
  @inlinable package var upstreamDemand: UpstreamDemand { .times(1) }
  @inlinable package var extraDemand: Int { 0 }
  @inlinable package static var needsDemand: Bool { false }
  @inlinable package func start() {}
  @inlinable package mutating func complete() -> Output? { nil }
}

/// A stage that takes in everything and answers once, with its last value or when it finishes.
@usableFromInline package protocol ReducingStage: Stage {}

extension ReducingStage {
  @inlinable package var upstreamDemand: UpstreamDemand { .unlimited }
}

/// Hosts a stage: one upstream, demand passed through, an end before upstream's where the stage says so.
@usableFromInline package final class StageSubscription<Work: Stage>: OperatorNamed {
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let isOver = Atomic<Bool>(false)
  // NB: unchecked because upstream delivers one value at a time.
  @usableFromInline @exclusivity(unchecked) package var stage: Work
  @usableFromInline package let downstream: ErasedSubscriber<Work.Output, Work.Failure>
  @usableFromInline package let operation: Any.Type
  @usableFromInline package let scale: Int
  @usableFromInline package let extraDemand: Atomic<Int>

  @inlinable package init(
    _ stage: Work, of operation: Any.Type, _ downstream: ErasedSubscriber<Work.Output, Work.Failure>
  ) {
    self.stage = stage
    self.operation = operation
    extraDemand = Atomic(stage.extraDemand)
    if case .times(let count) = stage.upstreamDemand {
      scale = count
      self.downstream = downstream.unretained
    } else {
      scale = 1
      self.downstream = BufferSubscription(downstream, of: operation, holding: 1).makeSubscriber()
    }
  }

  /// Makes a stage subscription, and the port where the values of its upstream go in.
  ///
  /// - Parameters:
  ///   - stage: What it hosts.
  ///   - operation: The type of the operator's publisher.
  ///   - downstream: What is downstream; the port keeps its subscriber alive, the stage subscription does not.
  ///   - failure: Maps a failure of the upstream to one of the stage.
  @inlinable package static func makeSubscriber<UpstreamFailure: Error>(
    _ stage: Work, of operation: Any.Type, for downstream: ErasedSubscriber<Work.Output, Work.Failure>,
    failure: @escaping (UpstreamFailure) -> Work.Failure
  ) -> ErasedSubscriber<Work.Input, UpstreamFailure> {
    let stageSubscription = StageSubscription(stage, of: operation, downstream)
    return ErasedSubscriber(
      identity: stageSubscription, subscriber: downstream.raw.subscriber,
      subscription: { stageSubscription.open($0) },
      value: { $0.borrow { (value: borrowing Work.Input) in stageSubscription.take(value) } },
      completion: { completion in
        switch completion {
        case .finished: stageSubscription.end(.finished)
        case .failure(let error): stageSubscription.end(.failure(failure(error)))
        }
      })
  }

  @usableFromInline package func open(_ subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    stage.start()
    downstream.receive(subscription: self)
    // NB: what downstream has asked for meanwhile has taken the lead along.
    let extra = takeExtraDemand()
    if extra > 0 { upstream.request(.max(extra)) }
  }

  @inlinable @inline(__always) package func take(_ input: Work.Input) -> UInt {
    guard upstream.isOpen else { return 0 }
    do throws(Work.Failure) {
      switch try stage.receive(input) {
      case .emit(let output): return scaled(Subscribers.Demand(raw: pass(output, to: downstream.raw.onValue))).raw
      case .drop: return 1
      case .hold: return 0
      case .emitAndComplete(let output): emitAndComplete(output)
      case .complete: cut(.finished)
      }
    } catch {
      cut(.failure(error))
    }
    return 0
  }

  @usableFromInline package func emitAndComplete(_ output: Work.Output) {
    guard upstream.cancel() else { return }
    _ = downstream.receive(output)
    if !isOver.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
  }

  @usableFromInline package func cut(_ completion: Subscribers.Completion<Work.Failure>) {
    if upstream.cancel() { downstream.receive(completion: completion) }
  }

  @usableFromInline package func end(_ completion: Subscribers.Completion<Work.Failure>) {
    guard upstream.end() else { return }
    if case .finished = completion, let rest = stage.complete() {
      _ = downstream.receive(rest)
      if isOver.load(ordering: .acquiring) { return }
    }
    downstream.receive(completion: completion)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    _ = demand.isAny(isRequired: Work.needsDemand)
    let demand = scaled(demand)
    upstream.request(demand > .none ? demand + takeExtraDemand() : demand)
  }

  private func takeExtraDemand() -> Int {
    extraDemand.load(ordering: .relaxed) > 0 ? extraDemand.exchange(0, ordering: .relaxed) : 0
  }

  @inlinable @inline(__always) package func scaled(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    scale == 1 ? demand : demand * scale
  }

  @usableFromInline package func cancel() {
    isOver.store(true, ordering: .releasing)
    upstream.cancel()
  }
}
