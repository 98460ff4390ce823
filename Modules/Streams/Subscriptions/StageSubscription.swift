import Synchronization

/// Runs a stage: one upstream, demand passed through, and an early completion where the stage decides so.
@usableFromInline package final class StageSubscription<Work: Stage>: OperatorNamed {
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let isCancelled = Atomic<Bool>(false)
  // Unchecked because upstream delivers one value at a time.
  @usableFromInline @exclusivity(unchecked) package var stage: Work
  @usableFromInline package let downstream: ErasedSubscriber<Work.Output, Work.Failure>
  @usableFromInline package let operation: Any.Type
  @usableFromInline package let multiplier: Int
  @usableFromInline package let extraDemand: Atomic<Int>

  @inlinable package init(
    _ stage: Work, of operation: Any.Type, _ downstream: ErasedSubscriber<Work.Output, Work.Failure>
  ) {
    self.stage = stage
    self.operation = operation
    extraDemand = Atomic(stage.extraDemand)
    if case .times(let count) = stage.upstreamDemand {
      multiplier = count
      self.downstream = downstream.unretained
    } else {
      multiplier = 1
      self.downstream = BufferSubscription(downstream, of: operation, holding: 1).makeSubscriber()
    }
  }

  /// Makes a stage subscription and the subscriber to attach to its upstream.
  ///
  /// - Parameters:
  ///   - stage: The stage.
  ///   - operation: The type of the operator's publisher.
  ///   - downstream: The downstream. The subscriber keeps it alive; the subscription does not.
  ///   - failure: Maps a failure of the upstream to the stage's.
  @inlinable package static func makeSubscriber<UpstreamFailure: Error>(
    _ stage: Work, of operation: Any.Type, for downstream: ErasedSubscriber<Work.Output, Work.Failure>,
    failure: @escaping (UpstreamFailure) -> Work.Failure
  ) -> ErasedSubscriber<Work.Input, UpstreamFailure> {
    let subscription = StageSubscription(stage, of: operation, downstream)
    return ErasedSubscriber(
      owner: downstream.raw.forwardedOwner,
      subscription: { subscription.receive(subscription: $0) },
      value: { subscription.receive(at: $0) },
      completion: { subscription.receive(completion: $0.mapError(failure)) })
  }

  @usableFromInline package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    stage.start()
    downstream.receive(subscription: self)
    // A request that downstream made meanwhile has included the extra demand.
    let extra = takeExtraDemand()
    if extra > 0 { upstream.request(.max(extra)) }
  }

  /// - Parameter address: Where the value is.
  @inlinable @inline(__always) package func receive(at address: UnsafeRawPointer) -> UInt {
    guard upstream.isOpen else { return 0 }
    do {
      switch try address.borrow({ (input: borrowing Work.Input) in try stage.receive(input) }) {
      case .emit(let output):
        return multiplied(Subscribers.Demand(raw: send(output, to: downstream.raw.onValue))).raw
      case .forward:
        assert(Work.Input.self == Work.Output.self, "Only a stage whose output is its input can forward a value")
        return downstream.raw.onValue(address)
      case .drop: return 1
      case .hold: return 0
      case .emitAndComplete(let output): cancelUpstream(andSend: .finished, after: output)
      case .complete: cancelUpstream(andSend: .finished)
      }
    } catch {
      fail(error)
    }
    return 0
  }

  // Not inlined, so that the cast takes no room in the code that every value passes.
  @usableFromInline @inline(never) package func fail(_ error: any Error) {
    cancelUpstream(andSend: .failure(error as! Work.Failure))
  }

  @usableFromInline package func cancelUpstream(
    andSend completion: Subscribers.Completion<Work.Failure>, after last: Work.Output? = nil
  ) {
    if upstream.cancel() { complete(completion, after: last) }
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<Work.Failure>) {
    guard upstream.close() else { return }
    if case .finished = completion {
      complete(completion, after: stage.complete())
    } else {
      complete(completion, after: nil)
    }
  }

  private func complete(_ completion: Subscribers.Completion<Work.Failure>, after last: Work.Output?) {
    if let last { _ = downstream.receive(last) }
    // Pairs with the store in `cancel`: a subscriber that cancels at the last value gets no completion.
    if !isCancelled.load(ordering: .acquiring) { downstream.receive(completion: completion) }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    _ = demand.isAny(isRequired: Work.needsDemand)
    let demand = multiplied(demand)
    upstream.request(demand > .none ? demand + takeExtraDemand() : demand)
  }

  private func takeExtraDemand() -> Int {
    // Relaxed, because the number guards no other memory.
    extraDemand.load(ordering: .relaxed) > 0 ? extraDemand.exchange(0, ordering: .relaxed) : 0
  }

  @inlinable @inline(__always) package func multiplied(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    multiplier == 1 ? demand : demand * multiplier
  }

  @usableFromInline package func cancel() {
    // Pairs with the load in `complete(_:after:)`.
    isCancelled.store(true, ordering: .releasing)
    upstream.cancel()
  }
}
