import Synchronization

/// Subscribes to one upstream after another: the next when the current one has completed, with the demand that is left.
///
/// Upstreams that complete while they are being subscribed are followed in a loop, so a chain of any length does not recurse.
/// Nor do nested concatenations: the inner one adds its publishers to the outer one's subscription (see ``ChainOwner``).
@usableFromInline package final class SequentialSubscription: OperatorNamed, @unchecked Sendable {
  // Sendable because what is variable is atomic or behind the lock.
  @usableFromInline package let downstream: RawSubscriber
  @usableFromInline package let operation: Any.Type
  private let isDemandRequired: Bool
  @usableFromInline package let outstanding = AtomicDemand()
  /// The number of the upstream that may send values; 0 between two of them.
  // Relaxed everywhere: values of one upstream are serial, and a stale number only costs a dropped late value.
  @usableFromInline package let active = Atomic<Int>(0)
  /// Whether a delivery is in progress. Only the delivering thread needs its exact value.
  @usableFromInline package let isDelivering = Atomic<Bool>(false)
  private let serializer = Serializer()
  /// `nil` once this is closed.
  private let state: Locked<State?>

  private struct State {
    var upstream = Upstream.awaited
    /// The number of the current upstream, or of the next one.
    var number = 0
    var isStarted = false
    /// Subscribes to what follows the current upstream; the last element comes first.
    var chain: [() -> Void] = []
    /// Keeps the subscriber alive between two upstreams. During a delivery the upstream's subscriber does.
    let subscriber: SubscriberOwner?
  }

  private enum Upstream {
    /// It has not sent its subscription.
    case awaited
    case active(any Subscription)
    /// It has completed during a delivery, after which this is to be done.
    case completed(then: () -> Void)
  }

  /// - Parameters:
  ///   - downstream: The downstream.
  ///   - operation: The type of the operator's publisher.
  ///   - needsDemand: Whether a request for no values is a programming error.
  @usableFromInline package init(_ downstream: RawSubscriber, of operation: Any.Type, needsDemand: Bool = false) {
    self.downstream = downstream.unretained
    self.operation = operation
    isDemandRequired = needsDemand
    state = Locked(State(subscriber: downstream.forwardedOwner))
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
    serializer.enqueue { if !self.outstanding.isClosed { subscribe() } }
  }

  /// Subscribes to the next upstream.
  ///
  /// - Parameters:
  ///   - isChained: Whether a concatenation there may add its publishers to this subscription.
  ///   - completion: Receives its completion, unless this subscription is closed.
  @inlinable package func subscribe<P: Publisher>(
    to publisher: P, isChained: Bool = false, completion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) {
    subscribeNext { [self] in
      publisher.receive(subscriber: makeSubscriber(of: P.Output.self, isChained: isChained, completion: completion))
    }
  }

  /// Subscribes to the last upstream, whose completion is passed on.
  @inlinable package func subscribe<P: Publisher>(to publisher: P) {
    subscribe(to: publisher) { [self] in complete(with: $0) }
  }

  /// The subscriber to attach to the next upstream.
  @inlinable package func makeSubscriber<Value, Failure: Error>(
    of type: Value.Type = Value.self, isChained: Bool = false,
    completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> ErasedSubscriber<Value, Failure> {
    let (number, subscriber) = nextUpstream()
    return ErasedSubscriber(
      owner: isChained ? ChainOwner(self, subscriber) : subscriber,
      subscription: { [self] in receive(subscription: $0, from: number) },
      value: { [self] in receive($0, from: number) },
      completion: { [self] received in upstreamDidComplete(number) { completion(received) } })
  }

  /// The number of the next upstream, and what its subscriber keeps alive.
  @usableFromInline package func nextUpstream() -> (number: Int, subscriber: SubscriberOwner?) {
    state.withLock { state in
      state?.number += 1
      return (state?.number ?? 0, state?.subscriber)
    }
  }

  @usableFromInline package func receive(subscription: any Subscription, from number: Int) {
    let admitted = state.withLock { state -> (isFirst: Bool, demand: Subscribers.Demand)? in
      guard state?.number == number, case .awaited? = state?.upstream else { return nil }
      state?.upstream = .active(subscription)
      active.store(number, ordering: .relaxed)
      defer { state?.isStarted = true }
      return (state?.isStarted == false, outstanding.value)
    }
    guard let (isFirst, demand) = admitted else { return subscription.cancel() }
    if isFirst { downstream.receive(subscription: self) } else if demand > .none { subscription.request(demand) }
  }

  @inlinable @inline(__always) package func receive(_ value: UnsafeRawPointer, from number: Int) -> UInt {
    guard active.load(ordering: .relaxed) == number, outstanding.consume() else { return 0 }
    let isNested = isDelivering.load(ordering: .relaxed)
    isDelivering.store(true, ordering: .relaxed)
    let more = downstream.onValue(value)
    isDelivering.store(isNested, ordering: .relaxed)
    if more > 0 { outstanding.add(Subscribers.Demand(raw: more)) }
    if !isNested, active.load(ordering: .relaxed) != number { deliveryDidEnd() }
    return more
  }

  /// Handles the completion of an upstream, whose events are ignored from then on.
  ///
  /// - Parameter work: What to do then. During a delivery it waits, because the demand that the delivery returns counts.
  @usableFromInline package func upstreamDidComplete(_ number: Int, then work: @escaping () -> Void) {
    let isDuringDelivery = isDelivering.load(ordering: .relaxed)
    // Released after the lock.
    let completed = state.withLock { state -> Upstream? in
      guard state?.number == number else { return nil }
      active.store(0, ordering: .relaxed)
      state?.number += 1
      defer { state?.upstream = isDuringDelivery ? .completed(then: work) : .awaited }
      return state?.upstream
    }
    if completed != nil, !isDuringDelivery { work() }
  }

  @usableFromInline package func deliveryDidEnd() {
    let work = state.withLock { state -> (() -> Void)? in
      guard case .completed(let work)? = state?.upstream else { return nil }
      state?.upstream = .awaited
      return work
    }
    work?()
  }

  // MARK: Chains

  /// Subscribes to an upstream and then to the one that follows it.
  @inlinable package func subscribe<First: Publisher, Second: Publisher>(to first: First, then second: Second)
  where First.Output == Second.Output, First.Failure == Second.Failure {
    append { [self] in subscribeChained(to: second) }
    subscribeChained(to: first)
  }

  /// Subscribes to one publisher of a chain.
  @inlinable package func subscribeChained<P: Publisher>(to publisher: P) {
    subscribe(to: publisher, isChained: true) { [self] in chainedDidComplete($0) }
  }

  @inlinable package func chainedDidComplete<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    if case .finished = completion, let next = nextInChain() { next() } else { complete(with: completion) }
  }

  @usableFromInline package func append(_ next: @escaping () -> Void) {
    state.withLock { $0?.chain.append(next) }
  }

  @usableFromInline package func nextInChain() -> (() -> Void)? { state.withLock { $0?.chain.popLast() } }

  // MARK: Downstream

  @usableFromInline package func complete(_ send: (RawSubscriber) -> Void) {
    guard let released = close() else { return }
    send(downstream)
    withExtendedLifetime(released) {}
  }

  @inlinable package func complete<Failure: Error>(with completion: Subscribers.Completion<Failure>) {
    complete { $0.receive(completion: completion) }
  }

  /// - Returns: What was kept, unless this was closed before.
  private func close() -> State? {
    guard outstanding.close() else { return nil }
    let released = state.exchange(nil)
    if case .active(let subscription)? = released?.upstream { subscription.cancel() }
    return released
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: isDemandRequired) else { return }
    let upstream = state.withLock { state in
      // Booked under the lock, so that the next upstream gets the demand either from here or when it is attached.
      outstanding.add(demand)
      return state?.upstream
    }
    if case .active(let subscription)? = upstream { subscription.request(demand) }
  }

  @usableFromInline package func cancel() { _ = close() }
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
