import Synchronization

/// Runs a stage: one upstream, demand passed through, and an early completion where the stage decides so.
///
/// Whether an upstream that never sends a subscription, as a stub in a test may, is served is the stage's to say.
@usableFromInline package final class StageSubscription<Work: Stage>: StageState<Work.State>, OperatorNamed {
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let isCancelled = Atomic<Bool>(false)
  @usableFromInline package let stage: Work
  @usableFromInline package let downstream: ErasedSubscriber<Work.Output, Work.Failure>
  @usableFromInline package let operation: Any.Type
  /// The number of values to request for each that downstream requests; `nil` where upstream is asked for unlimited.
  @usableFromInline package let multiplier: Int?
  @usableFromInline package let overlapCheck: OverlapCheck

  @inlinable package init(
    _ stage: Work, of operation: Any.Type, _ downstream: ErasedSubscriber<Work.Output, Work.Failure>
  ) {
    self.stage = stage
    self.operation = operation
    overlapCheck = OverlapCheck(operation)
    if case .times(let count) = stage.upstreamDemand {
      multiplier = count
      self.downstream = downstream.unretained
    } else {
      multiplier = nil
      self.downstream = BufferSubscription(downstream, of: operation, holding: 1).makeSubscriber()
    }
    super.init(stage.initialState)
  }

  /// The subscriber to attach to upstream.
  ///
  /// - Parameters:
  ///   - upstream: The type of the upstream.
  ///   - owner: Keeps downstream alive; the subscription does not.
  ///   - failure: Maps a failure of the upstream to the stage's.
  @inlinable package func makeSubscriber<Upstream: Publisher>(
    for upstream: Upstream.Type, owner: SubscriberOwner?, failure: @escaping (Upstream.Failure) -> Work.Failure
  ) -> ErasedSubscriber<Work.Input, Upstream.Failure> {
    ErasedSubscriber(
      owner: owner,
      subscription: { [self] in receive(subscription: $0) },
      value: { [self] in receive(at: $0, from: Upstream.self) },
      completion: { [self] in receive(completion: $0.mapError(failure)) })
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    stage.start(self)
    downstream.receive(subscription: self)
  }

  /// - Parameters:
  ///   - address: Where the value is.
  ///   - type: The type of the upstream, so that each stage of a chain has code of its own.
  @inlinable @inline(__always)
  package func receive<Upstream: Publisher>(at address: UnsafeRawPointer, from type: Upstream.Type) -> UInt {
    let outer = overlapCheck.begin()
    defer { overlapCheck.end(outer) }
    // Both are one load and one comparison.
    let isAccepted = if case .none = stage.unsubscribedEvents { upstream.isOpen } else { !upstream.isClosed }
    guard isAccepted else { return address.alwaysTrue(in: type) ? 0 : 1 }
    return decide(at: address)
  }

  @inlinable @inline(__always) package func decide(at address: UnsafeRawPointer) -> UInt {
    do {
      let decision = try address.borrow { (input: borrowing Work.Input) in try stage.receive(input, self) }
      // A closure of the stage can have caused a completion or a cancel.
      guard !upstream.isClosed else { return 0 }
      switch decision {
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
  @inlinable @inline(never) package func fail(_ error: any Error) {
    cancelUpstream(andSend: .failure(error as! Work.Failure))
  }

  @inlinable package func cancelUpstream(
    andSend completion: Subscribers.Completion<Work.Failure>, after last: Work.Output? = nil
  ) {
    let (wasClosed, subscription) = upstream.detach()
    guard !wasClosed else { return }
    subscription?.cancel()
    complete(completion, after: last, hasSubscription: subscription != nil)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Work.Failure>) {
    let outer = overlapCheck.begin()
    defer { overlapCheck.end(outer) }
    if !upstream.isOpen {
      guard case .all = stage.unsubscribedEvents else { return }
    }
    let (wasClosed, subscription) = upstream.detach()
    guard !wasClosed else { return }
    var last: Work.Output?
    if case .finished = completion { last = stage.complete(self) }
    complete(completion, after: last, hasSubscription: subscription != nil)
  }

  @inlinable package func complete(
    _ completion: Subscribers.Completion<Work.Failure>, after last: Work.Output?, hasSubscription: Bool
  ) {
    // What waits for demand needs a subscription through which downstream can request it.
    if !hasSubscription, multiplier == nil { downstream.receive(subscription: self) }
    if let last { _ = downstream.receive(last) }
    // Pairs with the store in `cancel`: a subscriber that cancels at the last value gets no completion.
    if !isCancelled.load(ordering: .acquiring) { downstream.receive(completion: completion) }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    _ = demand.isPositive(orTrap: Work.trapsOnRequestForNone)
    upstream.request(multiplied(demand))
  }

  @inlinable @inline(__always) package func multiplied(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    guard let multiplier, multiplier > 1 else { return demand }
    return demand * multiplier
  }

  @usableFromInline package func cancel() {
    // Pairs with the load in `complete(_:after:hasSubscription:)`.
    isCancelled.store(true, ordering: .releasing)
    upstream.cancel()
  }
}
