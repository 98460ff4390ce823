import Synchronization

/// The subscription of a block that sends from several threads, or keeps values until they are asked for.
///
/// It does one thing at a time, inside its serializer, counts the demand, and ends once. What a subscriber asks from inside a
/// delivery, or another thread asks meanwhile, is met when whoever is inside leaves; upstream is cancelled at once.
@usableFromInline package class SerializedSubscription: Subscription, @unchecked Sendable {
  // NB: Sendable because what blocks add is touched only inside the serializer, or atomic.
  @usableFromInline package final let serializer = Serializer()
  @usableFromInline package final let outstanding = AtomicDemand()
  /// Its upstream, or the first of several, if it has any.
  @usableFromInline package final let upstream = UpstreamSubscription()
  /// Keeps the subscriber alive until the end or the cancel. Changed only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package final var subscriber: AnyObject?

  @usableFromInline package init(_ subscriber: AnyObject? = nil) { self.subscriber = subscriber }

  /// Whether a request for no values is a programming error; elsewhere it does nothing.
  @usableFromInline package var needsDemand: Bool { false }

  /// Books the demand and does what it allows. Called inside the serializer.
  @usableFromInline package func meet(_ demand: Subscribers.Demand) { outstanding.add(demand) }

  /// Takes demand in: on any thread, and during a delivery too.
  @usableFromInline package func accept(_ demand: Subscribers.Demand) { serializer.enqueue { self.meet(demand) } }

  /// Cancels everything upstream: on any thread, and during a delivery too.
  @usableFromInline package func detach() { upstream.cancel() }

  /// Lets go of what it keeps, because of a cancel. Called inside the serializer.
  @usableFromInline package func release() {}

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    if demand.isAny(isRequired: needsDemand) { accept(demand) }
  }

  @usableFromInline package final func cancel() {
    let wasOpen = outstanding.close()
    detach()
    guard wasOpen else { return }
    enqueue {
      self.release()
      self.subscriber = nil
    }
  }

  /// Passes on what a delivery has asked for, inside the serializer: a few values at once, so that none that is sent before the serializer
  /// is left is lost; everything when it has been left, because what comes at once would all wait at the serializer.
  @inline(__always) final func pass(_ demand: Subscribers.Demand, to ask: @escaping (Subscribers.Demand) -> Void) {
    if demand == .unlimited { serializer.afterExit { ask(demand) } } else if demand > .none { ask(demand) }
  }

  /// Runs work inside the serializer, at once or when whoever is inside leaves.
  @usableFromInline package final func enqueue(_ work: @escaping () -> Void) { serializer.enqueue(work) }
}

/// Brings several upstreams together into one downstream.
@usableFromInline package class MultiUpstreamSubscription: SerializedSubscription, OperatorNamed, @unchecked Sendable {
  // NB: Sendable as its superclass is; what it adds is constant.
  @usableFromInline package final let port: RawSubscriber
  @usableFromInline package final let operation: Any.Type
  /// Sends a finished completion downstream.
  @usableFromInline package final let end: (RawSubscriber) -> Void
  /// Whether downstream has come back from taking its subscription.
  final let isIntroduced = Atomic<Bool>(false)

  @inlinable package init<Output, Failure: Error>(
    _ downstream: ErasedSubscriber<Output, Failure>, of operation: Any.Type
  ) {
    port = downstream.raw.unretained
    self.operation = operation
    end = { $0.receive(completion: Subscribers.Completion<Failure>.finished) }
    super.init(downstream.raw.subscriber)
  }

  /// Introduces itself downstream; what comes meanwhile comes after.
  ///
  /// - Parameter first: What is to be subscribed to before.
  @usableFromInline package final func start(after first: () -> Void = {}) {
    _ = serializer.tryEnter(Serializer.anyOwner)
    first()
    port.receive(subscription: self)
    isIntroduced.store(true, ordering: .releasing)
    serializer.exit(Serializer.anyOwner)
  }

  /// Ends it: everything upstream is cancelled. Only inside the serializer.
  @usableFromInline package final func finish(_ end: (RawSubscriber) -> Void) {
    guard outstanding.close() else { return }
    detach()
    release()
    end(port)
    subscriber = nil
  }

  /// Ends it with a completion.
  @inlinable package final func finish<Failure: Error>(with completion: Subscribers.Completion<Failure>) {
    enqueue { [self] in finish { $0.receive(completion: completion) } }
  }
}
