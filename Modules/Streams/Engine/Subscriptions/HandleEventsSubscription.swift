/// Handlers for the events that pass between a publisher and its subscriber.
@usableFromInline package struct EventHandlers<Value, Failure: Error> {
  @usableFromInline package var subscription: ((any Subscription) -> Void)?
  @usableFromInline package var value: ((Value) -> Void)?
  @usableFromInline package var completion: ((Subscribers.Completion<Failure>) -> Void)?
  @usableFromInline package var cancel: (() -> Void)?
  /// Receives a demand, and whether it was returned for a value.
  @usableFromInline package var request: ((Subscribers.Demand, _ isAnswer: Bool) -> Void)?

  @inlinable package init() {}
}

/// Forwards every event after calling its handler, also those of an upstream that never sends a subscription.
@usableFromInline package final class HandleEventsSubscription<Value, Failure: Error>: OperatorNamed {
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let downstream: ErasedSubscriber<Value, Failure>
  // Unchecked because it is taken once, while this object is made.
  @usableFromInline @exclusivity(unchecked) package var subscriber: SubscriberOwner?
  @usableFromInline package let handlers: EventHandlers<Value, Failure>
  @usableFromInline package let operation: Any.Type
  @usableFromInline package let overlapCheck: OverlapCheck
  /// Whether it describes itself as its upstream's subscription does.
  @usableFromInline package let hasUpstreamName: Bool
  // Unchecked because it is set once, before downstream gets the subscription.
  @usableFromInline @exclusivity(unchecked) package var upstreamName: String?

  @inlinable package init(
    _ downstream: ErasedSubscriber<Value, Failure>, of operation: Any.Type, hasUpstreamName: Bool = false,
    handlers: EventHandlers<Value, Failure>
  ) {
    self.downstream = downstream.unretained
    subscriber = downstream.raw.forwardedOwner
    self.operation = operation
    overlapCheck = OverlapCheck(operation)
    self.hasUpstreamName = hasUpstreamName
    self.handlers = handlers
  }

  /// The subscriber to attach to upstream. Called once: the subscriber keeps downstream alive.
  @inlinable package func makeSubscriber() -> ErasedSubscriber<Value, Failure> {
    ErasedSubscriber(
      owner: subscriber.take(),
      subscription: { [self] in receive(subscription: $0) },
      value: { [self] in receive($0) },
      completion: { [self] completion in
        let outer = overlapCheck.begin()
        defer { overlapCheck.end(outer) }
        guard upstream.close() != .closed else { return }
        handlers.completion?(completion)
        downstream.receive(completion: completion)
      })
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    if hasUpstreamName { upstreamName = (subscription as? any CustomStringConvertible)?.description }
    handlers.subscription?(subscription)
    downstream.receive(subscription: self)
  }

  @inlinable package func receive(_ value: UnsafeRawPointer) -> UInt {
    let outer = overlapCheck.begin()
    defer { overlapCheck.end(outer) }
    guard !upstream.isClosed else { return 0 }
    handlers.value?(value.input())
    // The handler can have caused a completion or a cancel.
    guard !upstream.isClosed else { return 0 }
    let more = downstream.raw.onValue(value)
    guard more > 0, !upstream.isClosed else { return 0 }
    handlers.request?(Subscribers.Demand(raw: more), true)
    return more
  }

  @usableFromInline package var description: String { upstreamName ?? operatorName }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard upstream.isOpen else { return }
    handlers.request?(demand, false)
    upstream.request(demand)
  }

  @usableFromInline package func cancel() {
    // Detached first, so that one of two threads that cancel calls the handler.
    guard let subscription = upstream.detach().subscription else { return }
    handlers.cancel?()
    subscription.cancel()
  }
}
