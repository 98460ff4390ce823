import Synchronization

/// Subscribes to one upstream after another: the next when the current one has completed, with the demand that is left.
///
/// Upstreams that complete while they are being subscribed are followed in a loop, so a chain of any length does not recurse.
/// Nor do nested concatenations: the inner one adds its publishers to the outer one's subscription (see ``ChainOwner``).
@usableFromInline package final class SequentialSubscription: OperatorNamed, @unchecked Sendable {
  // Sendable because what is variable is atomic or behind the lock.
  @usableFromInline package let downstream: RawSubscriber
  @usableFromInline package let operation: Any.Type
  private let trapsOnRequestForNone: Bool
  @usableFromInline package let outstanding = AtomicDemand()
  /// Whether a delivery is in progress. Only the delivering thread needs its exact value.
  @usableFromInline package let isDelivering = Atomic<Bool>(false)
  /// Whether downstream has been sent this subscription. Relaxed, because the flag guards no other memory.
  private let isStarted = Atomic<Bool>(false)
  private let serializer = Serializer()
  /// `nil` once this has ended.
  private let state: Locked<State?>

  @usableFromInline package struct State {
    fileprivate var current = Current.none
    /// Subscribes to what follows the current upstream; the last element comes first. They get this subscription as an
    /// argument, because an upstream that never sends a subscription must not leave a cycle behind.
    var chain: [(SequentialSubscription) -> Void] = []
    /// Keeps the subscriber alive between two upstreams. During a delivery the upstream's subscriber does.
    let subscriber: SubscriberOwner?
    /// The inner subscription that this is attached to, where this concatenation is the inner publisher of another operator.
    let inner: InnerUpstream?
  }

  fileprivate enum Current {
    case none
    case upstream(SequentialUpstream)
    /// An upstream has completed during a delivery, after which this is to be done.
    case completed(then: () -> Void)
  }

  /// - Parameters:
  ///   - downstream: The downstream.
  ///   - operation: The type of the operator's publisher.
  ///   - trapsOnRequestForNone: Whether a request for no values is a programming error.
  @usableFromInline package init(
    _ downstream: RawSubscriber, of operation: Any.Type, trapsOnRequestForNone: Bool = false
  ) {
    self.downstream = downstream.unretained
    self.operation = operation
    self.trapsOnRequestForNone = trapsOnRequestForNone
    state = Locked(State(subscriber: downstream.forwardedOwner, inner: downstream.owner as? InnerUpstream))
  }

  /// The subscription for a concatenation: the one directly downstream, if that takes more upstreams, or a new one.
  @usableFromInline package static func chained(
    to downstream: RawSubscriber, of operation: Any.Type
  ) -> SequentialSubscription {
    (downstream.owner as? ChainOwner)?.subscription ?? SequentialSubscription(downstream, of: operation)
  }

  // MARK: Upstreams

  /// Subscribes to the next upstream; while another is being subscribed, after that.
  @usableFromInline package func subscribeNext(_ subscribe: @escaping () -> Void) {
    serializer.runOrHandOver { if !self.outstanding.isClosed { subscribe() } }
  }

  /// Subscribes to the next upstream.
  ///
  /// - Parameters:
  ///   - isChained: Whether a concatenation there may add its publishers to this subscription.
  ///   - completion: Receives its completion, unless this subscription has ended.
  @inlinable package func subscribe<P: Publisher>(
    to publisher: P, isChained: Bool = false, completion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) {
    subscribeNext { [self] in
      publisher.receive(subscriber: makeSubscriber(of: P.Output.self, isChained: isChained, completion: completion))
    }
  }

  /// The subscriber to attach to the next upstream.
  @inlinable package func makeSubscriber<Value, Failure: Error>(
    of type: Value.Type = Value.self, isChained: Bool = false,
    completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> ErasedSubscriber<Value, Failure> {
    let (upstream, subscriber) = nextUpstream()
    return ErasedSubscriber(
      owner: isChained ? ChainOwner(self, subscriber) : subscriber,
      subscription: { [self] in receive(subscription: $0, from: upstream) },
      value: { [self] in receive($0, from: upstream) },
      completion: { [self] received in upstreamDidComplete(upstream) { completion(received) } })
  }

  /// The next upstream, which is asked for the demand that is left, and what its subscriber keeps alive.
  @usableFromInline package func nextUpstream() -> (upstream: SequentialUpstream, subscriber: SubscriberOwner?) {
    let upstream = SequentialUpstream(of: operation)
    let subscriber = state.withLock { state in
      // Requested under the lock, as each later demand is booked: one that is not included here finds the upstream.
      if state == nil { upstream.end.cancel() } else { upstream.end.request(outstanding.value) }
      state?.current = .upstream(upstream)
      return state?.subscriber
    }
    return (upstream, subscriber)
  }

  @usableFromInline package func receive(subscription: any Subscription, from upstream: SequentialUpstream) {
    guard upstream.end.attach(subscription) else { return }
    if !isStarted.exchange(true, ordering: .relaxed) { downstream.receive(subscription: self) }
  }

  @inlinable @inline(__always)
  package func receive(_ value: UnsafeRawPointer, from upstream: SequentialUpstream) -> UInt {
    let outer = upstream.overlapCheck.begin()
    defer { upstream.overlapCheck.end(outer) }
    guard !upstream.end.isClosed, outstanding.consume() else { return 0 }
    let isNested = isDelivering.load(ordering: .relaxed)
    isDelivering.store(true, ordering: .relaxed)
    let more = downstream.onValue(value)
    isDelivering.store(isNested, ordering: .relaxed)
    if more > 0 { outstanding.add(Subscribers.Demand(raw: more)) }
    if !isNested, upstream.end.isClosed { deliveryDidEnd() }
    return more
  }

  /// Handles the completion of an upstream.
  ///
  /// - Parameter work: What to do then. During a delivery it waits, because the demand that the delivery returns counts.
  @usableFromInline package func upstreamDidComplete(_ upstream: SequentialUpstream, then work: @escaping () -> Void) {
    let outer = upstream.overlapCheck.begin()
    defer { upstream.overlapCheck.end(outer) }
    guard upstream.end.close() != .closed else { return }
    if isDelivering.load(ordering: .relaxed) {
      state.withLock { $0?.current = .completed(then: work) }
    } else {
      work()
    }
  }

  /// Does what has waited for the delivery.
  @usableFromInline package func deliveryDidEnd() {
    guard case .completed(let work)? = state.withLock({ $0?.current }) else { return }
    state.withLock { $0?.current = .none }
    work()
  }

  // MARK: Chains

  /// Subscribes to an upstream and then to the one that follows it.
  @inlinable package func subscribe<First: Publisher, Second: Publisher>(to first: First, then second: Second)
  where First.Output == Second.Output, First.Failure == Second.Failure {
    append { $0.subscribeChained(to: second) }
    subscribeChained(to: first)
  }

  /// Subscribes to one publisher of a chain.
  @inlinable package func subscribeChained<P: Publisher>(to publisher: P) {
    subscribe(to: publisher, isChained: true) { [self] in chainedDidComplete($0) }
  }

  @inlinable package func chainedDidComplete<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    if case .finished = completion, let next = popNext() {
      next(self)
    } else {
      complete(with: completion)
    }
  }

  /// Takes out what subscribes to the upstream that follows.
  @usableFromInline package func popNext() -> ((SequentialSubscription) -> Void)? {
    state.withLock { $0?.chain.popLast() }
  }

  @usableFromInline package func append(_ next: @escaping (SequentialSubscription) -> Void) {
    state.withLock { $0?.chain.append(next) }
  }

  /// Ends and lets another operator use the inner subscription that this is attached to, if nothing follows the current upstream,
  /// which that operator is.
  ///
  /// - Returns: The inner subscription, and the subscriber of its values.
  func giveWay<Inner: InnerUpstream>(to type: Inner.Type) -> (inner: Inner, subscriber: RawSubscriber)? {
    let inner = state.withLock { $0.flatMap { $0.chain.isEmpty ? $0.inner as? Inner : nil } }
    guard let inner, inner.upstream.reopen(after: self) else { return nil }
    _ = end()
    return (inner, RawSubscriber(owner: inner, value: downstream.onValue, lifecycle: downstream.onLifecycle))
  }

  // MARK: Downstream

  @inlinable package func complete<Failure: Error>(with completion: Subscribers.Completion<Failure>) {
    guard let released = end() else { return }
    downstream.receive(completion: completion)
    withExtendedLifetime(released) {}
  }

  /// - Returns: What was kept, unless this had ended before.
  @usableFromInline package func end() -> State? {
    guard outstanding.close() else { return nil }
    let released = state.exchange(nil)
    if case .upstream(let upstream)? = released?.current { upstream.end.cancel() }
    return released
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand.isPositive(orTrap: trapsOnRequestForNone) else { return }
    let current = state.withLock { state in
      outstanding.add(demand)
      return state?.current
    }
    if case .upstream(let upstream)? = current { upstream.end.request(demand) }
  }

  @usableFromInline package func cancel() { _ = end() }
}

/// One of the upstreams of a ``SequentialSubscription``.
@usableFromInline package final class SequentialUpstream {
  @usableFromInline package let end = UpstreamSubscription()
  @usableFromInline package let overlapCheck: OverlapCheck

  fileprivate init(of operation: Any.Type) { overlapCheck = OverlapCheck(operation) }
}

/// Offers a sequential subscription to a concatenation that is its direct upstream.
@usableFromInline package final class ChainOwner: SubscriberOwner {
  let subscription: SequentialSubscription
  private let subscriber: SubscriberOwner?

  @usableFromInline package init(_ subscription: SequentialSubscription, _ subscriber: SubscriberOwner?) {
    self.subscription = subscription
    self.subscriber = subscriber
  }

  @usableFromInline package override var identity: CombineIdentifier {
    subscriber?.identity ?? CombineIdentifier(subscription)
  }

  // A stage in between must receive every value, so it does not offer the chain to its own upstream.
  @usableFromInline package override var forwarded: SubscriberOwner? { subscriber }
}
