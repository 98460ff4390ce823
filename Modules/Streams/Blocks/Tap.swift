/// What may be watched as it passes between a publisher and its subscriber.
@usableFromInline struct Watcher<Value, Failure: Error> {
  @usableFromInline var subscription: ((any Subscription) -> Void)?
  @usableFromInline var value: ((Value) -> Void)?
  @usableFromInline var completion: ((Subscribers.Completion<Failure>) -> Void)?
  @usableFromInline var cancel: (() -> Void)?
  /// Sees what is asked for, and whether it is the answer to a value.
  @usableFromInline var request: ((Subscribers.Demand, _ isAnswer: Bool) -> Void)?

  @inlinable init() {}
}

/// Passes everything on and has each event watched before.
@usableFromInline final class Tap<Value, Failure: Error>: OperatorSubscription {
  @usableFromInline let link = Link()
  @usableFromInline let downstream: Port<Value, Failure>
  // NB: unchecked because it is taken once, while this object is made.
  @usableFromInline @exclusivity(unchecked) var subscriber: AnyObject?
  @usableFromInline let watcher: Watcher<Value, Failure>
  @usableFromInline let operation: Any.Type
  /// Whether it describes itself as its upstream's subscription does.
  @usableFromInline let hasUpstreamName: Bool
  // NB: unchecked because it is set once, before downstream gets the subscription.
  @exclusivity(unchecked) private var upstreamName: String?

  @inlinable init(
    _ downstream: Port<Value, Failure>, of operation: Any.Type, hasUpstreamName: Bool = false,
    watcher: Watcher<Value, Failure>
  ) {
    self.downstream = downstream.unretained
    subscriber = downstream.raw.subscriber
    self.operation = operation
    self.hasUpstreamName = hasUpstreamName
    self.watcher = watcher
  }

  /// Where the values go in. To be called once: it keeps the subscriber.
  @inlinable func port() -> Port<Value, Failure> {
    Port(
      identity: self, subscriber: subscriber.take(),
      subscription: { [self] in open($0) },
      value: { [self] in take($0) },
      completion: { [self] completion in
        guard link.end() else { return }
        watcher.completion?(completion)
        downstream.receive(completion: completion)
      })
  }

  @usableFromInline func open(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    if hasUpstreamName { upstreamName = (subscription as? any CustomStringConvertible)?.description }
    watcher.subscription?(subscription)
    downstream.receive(subscription: self)
  }

  @inlinable func take(_ value: UnsafeRawPointer) -> UInt {
    guard link.isOpen else { return 0 }
    watcher.value?(value.input())
    let more = downstream.raw.value(value)
    guard more > 0, link.isOpen else { return 0 }
    watcher.request?(Subscribers.Demand(raw: more), true)
    return more
  }

  @usableFromInline var description: String { upstreamName ?? operatorName }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    guard link.isOpen else { return }
    watcher.request?(demand, false)
    link.request(demand)
  }

  @usableFromInline func cancel() {
    // NB: whoever closes the link is the one who says so, where two threads cancel.
    guard let subscription = link.close() else { return }
    watcher.cancel?()
    subscription.cancel()
  }
}
