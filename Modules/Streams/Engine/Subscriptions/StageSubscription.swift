import Synchronization

/// Runs a stage: one upstream, demand passed through, and an early completion where the stage decides so.
///
/// Upstream keeps it, and lets go of it at the end. Downstream gets ``subscription`` alone, so it can keep that without keeping
/// what the stage remembers.
///
/// Whether an upstream that never sends a subscription, as a stub in a test may, is served is the stage's to say.
@usableFromInline package final class StageSubscription<Work: Stage>: StageState<Work.State> {
  // Here and not in the subscription: so a value waits for one address less.
  @usableFromInline package let overlapCheck: OverlapCheck
  @usableFromInline package let subscription: ForwardingSubscription
  @usableFromInline package let stage: Work
  @usableFromInline package let downstream: ErasedSubscriber<Work.Output, Work.Failure>

  @inlinable package init(
    _ stage: Work, of operation: Any.Type, _ downstream: ErasedSubscriber<Work.Output, Work.Failure>
  ) {
    self.stage = stage
    overlapCheck = OverlapCheck(operation)
    var multiplier: Int?
    if case .times(let count) = stage.upstreamDemand {
      multiplier = count
      self.downstream = downstream.unretained
    } else {
      self.downstream = BufferSubscription(downstream, of: operation, holding: 1).makeSubscriber()
    }
    subscription = ForwardingSubscription(
      of: operation, multiplier: multiplier, trapsOnRequestForNone: Work.trapsOnRequestForNone)
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

  @inlinable package func receive(subscription received: any Subscription) {
    guard subscription.upstream.attach(received) else { return }
    stage.start(self)
    downstream.receive(subscription: subscription)
  }

  /// - Parameters:
  ///   - address: Where the value is.
  ///   - type: The type of the upstream, so that each stage of a chain has code of its own.
  @inlinable @inline(__always)
  package func receive<Upstream: Publisher>(at address: UnsafeRawPointer, from type: Upstream.Type) -> UInt {
    let outer = overlapCheck.begin()
    defer { overlapCheck.end(outer) }
    // Both are one load and one comparison.
    let isAccepted =
      if case .none = stage.unsubscribedEvents { subscription.upstream.isOpen } else { !subscription.upstream.isClosed }
    guard isAccepted else { return address.alwaysTrue(in: type) ? 0 : 1 }
    return decide(at: address)
  }

  @inlinable @inline(__always) package func decide(at address: UnsafeRawPointer) -> UInt {
    do {
      let decision = try address.borrow { (input: borrowing Work.Input) in try stage.receive(input, self) }
      // A closure of the stage can have caused a completion or a cancel.
      guard !subscription.upstream.isClosed else { return 0 }
      switch decision {
      case .emit(let output):
        return subscription.multiplied(Subscribers.Demand(raw: send(output, to: downstream.raw.onValue))).raw
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
    let (phase, received) = subscription.upstream.detach()
    guard phase != .closed else { return }
    received?.cancel()
    complete(completion, after: last, hasSubscription: received != nil)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Work.Failure>) {
    let outer = overlapCheck.begin()
    defer { overlapCheck.end(outer) }
    if !subscription.upstream.isOpen {
      guard case .all = stage.unsubscribedEvents else { return }
    }
    let phase = subscription.upstream.close()
    guard phase != .closed else { return }
    var last: Work.Output?
    if case .finished = completion { last = stage.complete(self) }
    complete(completion, after: last, hasSubscription: phase == .open)
  }

  @inlinable package func complete(
    _ completion: Subscribers.Completion<Work.Failure>, after last: Work.Output?, hasSubscription: Bool
  ) {
    // What waits for demand needs a subscription through which downstream can request it.
    if !hasSubscription, subscription.multiplier == nil { downstream.receive(subscription: subscription) }
    if let last { _ = downstream.receive(last) }
    // Pairs with the store in `ForwardingSubscription.cancel()`: a subscriber that cancels at the last value gets no completion.
    if !subscription.isCancelled.load(ordering: .acquiring) { downstream.receive(completion: completion) }
  }
}
