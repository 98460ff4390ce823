import Synchronization

/// One upstream after another: the next is subscribed when the current has ended, and the demand that is left goes with it.
///
/// Upstreams that end while they are being subscribed are followed by a loop, so a chain of any length does not nest. Nor
/// do concatenations of concatenations: the inner one joins the outer one's sequential (see ``RawSubscriber/sequel``).
@usableFromInline package final class SequentialSubscription: OperatorNamed, @unchecked Sendable {
  // NB: Sendable because what is variable is behind the lock.
  @usableFromInline package let port: RawSubscriber
  @usableFromInline package let operation: Any.Type
  private let isStrict: Bool
  @usableFromInline package let outstanding = AtomicDemand()
  /// The upstream that may send values; 0 between two of them.
  @usableFromInline package let live = Atomic<Int>(0)
  /// Whether a value of an upstream is on its way through downstream. Only who delivers looks at it.
  @usableFromInline package let isDelivering = Atomic<Bool>(false)
  private let serializer = Serializer()
  private let state = Locked(State())

  private struct State {
    var subscription: (any Subscription)?
    /// Which upstream is the current one, or the next.
    var turn = 0
    /// What is to be done after the delivery during which the current upstream has ended.
    var late: (() -> Void)?
    var isIntroduced = false
    /// What is to be subscribed when the current upstream has finished; the last comes first.
    var sequels: [() -> Void] = []
    /// Keeps the subscriber alive between two upstreams; the inlet keeps it during a delivery.
    var subscriber: AnyObject?
    var isOver = false
  }

  /// Makes a sequential.
  ///
  /// - Parameters:
  ///   - port: What is downstream.
  ///   - operation: The type of the operator's publisher.
  ///   - isStrict: Whether a request for no values is a programming error.
  @usableFromInline package init(_ port: RawSubscriber, of operation: Any.Type, isStrict: Bool = false) {
    self.port = port.unretained
    self.operation = operation
    self.isStrict = isStrict
    state.withLock { $0.subscriber = port.subscriber }
  }

  /// Subscribes to the next upstream, after the one that is being subscribed to if there is one.
  @usableFromInline package func proceed(_ subscribe: @escaping () -> Void) {
    serializer.enqueue {
      if !self.outstanding.isClosed { subscribe() }
    }
  }

  /// Subscribes to the next upstream.
  ///
  /// - Parameters:
  ///   - isChained: Whether a concatenation there may put its publishers into this sequential.
  ///   - end: What to do at its completion, unless everything is over.
  @inlinable package func proceed<P: Publisher>(
    to publisher: P, isChained: Bool = false, end: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) {
    proceed { [self] in publisher.receive(subscriber: makeSubscriber(of: P.Output.self, isChained: isChained, end: end))
    }
  }

  /// Subscribes to the last upstream, whose end is the end of all.
  @inlinable package func proceed<P: Publisher>(to publisher: P) { proceed(to: publisher) { [self] in finish($0) } }

  /// Where the values of the next upstream go in.
  ///
  /// - Parameters:
  ///   - isChained: Whether a concatenation there may put its publishers into this sequential.
  ///   - end: What to do at its completion, unless everything is over.
  @inlinable package func makeSubscriber<Value, Failure: Error>(
    of type: Value.Type = Value.self, isChained: Bool = false, end: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> ErasedSubscriber<Value, Failure> {
    let (turn, subscriber) = nextTurn()
    return ErasedSubscriber(
      identity: self, sequel: isChained ? self : nil, subscriber: subscriber,
      subscription: { [self] in open($0, turn) },
      value: { [self] in take($0, turn) },
      completion: { [self] completion in close(turn) { end(completion) } })
  }

  /// The number of the next upstream, and what its inlet keeps alive.
  @usableFromInline package func nextTurn() -> (Int, subscriber: AnyObject?) {
    state.withLock { state in
      state.turn += 1
      return (state.turn, state.subscriber)
    }
  }

  @usableFromInline package func open(_ subscription: any Subscription, _ turn: Int) {
    let decision = state.withLock { state -> (isKept: Bool, isFirst: Bool, left: Subscribers.Demand) in
      guard !state.isOver, state.turn == turn, state.subscription == nil else { return (false, false, .none) }
      state.subscription = subscription
      live.store(turn, ordering: .relaxed)
      defer { state.isIntroduced = true }
      return (true, !state.isIntroduced, outstanding.value)
    }
    guard decision.isKept else { return subscription.cancel() }
    if decision.isFirst {
      port.receive(subscription: self)
    } else if decision.left > .none {
      subscription.request(decision.left)
    }
  }

  @inlinable @inline(__always) package func take(_ value: UnsafeRawPointer, _ turn: Int) -> UInt {
    guard live.load(ordering: .relaxed) == turn, outstanding.consume() else { return 0 }
    let isNested = isDelivering.load(ordering: .relaxed)
    isDelivering.store(true, ordering: .relaxed)
    let more = port.onValue(value)
    isDelivering.store(isNested, ordering: .relaxed)
    if more > 0 { outstanding.add(Subscribers.Demand(raw: more)) }
    if !isNested, live.load(ordering: .relaxed) != turn { goOn() }
    return more
  }

  /// Takes the end of an upstream, of which nothing counts from then on.
  ///
  /// - Parameter work: What to do then; where the end comes from inside a delivery, after that, for what the delivery asks
  ///   for goes along.
  @usableFromInline package func close(_ turn: Int, then work: @escaping () -> Void) {
    let isLate = isDelivering.load(ordering: .relaxed)
    let isCurrent = state.withLock { state in
      guard !state.isOver, state.turn == turn else { return false }
      state.turn += 1
      state.subscription = nil
      live.store(0, ordering: .relaxed)
      if isLate { state.late = work }
      return true
    }
    if isCurrent, !isLate { work() }
  }

  /// Does what had to wait for a delivery.
  @usableFromInline package func goOn() { state.withLock { $0.late.take() }?() }

  // MARK: Sequels

  /// Subscribes to an upstream, and then to what follows.
  @inlinable package func proceed<First: Publisher, Second: Publisher>(to first: First, then second: Second)
  where First.Output == Second.Output, First.Failure == Second.Failure {
    follow { [self] in subscribeChained(to: second) }
    subscribeChained(to: first)
  }

  /// Subscribes to one upstream of a chain.
  @inlinable package func subscribeChained<P: Publisher>(to publisher: P) {
    proceed(to: publisher, isChained: true) { [self] in chainedDidComplete($0) }
  }

  @inlinable package func chainedDidComplete<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    if case .finished = completion, let sequel = nextSequel() { sequel() } else { finish(completion) }
  }

  @usableFromInline package func follow(_ sequel: @escaping () -> Void) {
    state.withLock { if !$0.isOver { $0.sequels.append(sequel) } }
  }

  @usableFromInline package func nextSequel() -> (() -> Void)? { state.withLock { $0.sequels.popLast() } }

  // MARK: The end

  /// Ends it.
  @usableFromInline package func finish(_ end: (RawSubscriber) -> Void) {
    guard let dropped = shut() else { return }
    end(port)
    withExtendedLifetime(dropped) {}
  }

  /// Ends it with a completion.
  @inlinable package func finish<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    finish { $0.receive(completion: completion) }
  }

  /// - Returns: What was kept, unless it was over.
  private func shut() -> State? {
    guard outstanding.close() else { return nil }
    let dropped = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    dropped.subscription?.cancel()
    return dropped
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand.isAny(isRequired: isStrict) else { return }
    let subscription = state.withLock { state in
      // NB: booked under the lock, so that a hand-over sees either the demand or the subscription that gets it.
      outstanding.add(demand)
      return state.subscription
    }
    subscription?.request(demand)
  }

  @usableFromInline package func cancel() { _ = shut() }
}
