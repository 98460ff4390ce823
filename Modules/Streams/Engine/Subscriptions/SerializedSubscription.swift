/// The base of the subscriptions that emit from several threads, or keep values until they are requested.
///
/// It does one thing at a time, inside its serializer; it counts demand, and it ends once. What upstreams send waits for its
/// turn. A request that a subscriber makes from inside a delivery, or that another thread makes meanwhile, is fulfilled when the
/// current piece of work ends; upstream is cancelled at once.
@usableFromInline package class SerializedSubscription: Subscription, @unchecked Sendable {
  // Sendable because what subclasses add is touched only inside the serializer, or is atomic.
  @usableFromInline package final let serializer = Serializer()
  @usableFromInline package final let outstanding = AtomicDemand()
  /// Its upstream, or the first of several, if it has any.
  @usableFromInline package final let upstream = UpstreamSubscription()
  /// Keeps the subscriber alive until completion or cancellation. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package final var subscriber: SubscriberOwner?

  /// Whether a request for no values is a programming error; elsewhere it does nothing.
  private let needsDemand: Bool

  @usableFromInline package init(_ subscriber: SubscriberOwner? = nil, needsDemand: Bool = false) {
    self.subscriber = subscriber
    self.needsDemand = needsDemand
  }

  /// Adds to the outstanding demand and delivers what it allows. Called inside the serializer.
  @usableFromInline package func fulfill(_ demand: Subscribers.Demand) { outstanding.add(demand) }

  /// Handles a request, on any thread and also during a delivery.
  @usableFromInline package func handleRequest(_ demand: Subscribers.Demand) {
    // Not by the method below, for which the closure would be allocated.
    serializer.enqueue(as: currentThread()) { self.fulfill(demand) }
  }

  /// Cancels everything upstream, on any thread and also during a delivery.
  @usableFromInline package func cancelUpstream() { upstream.cancel() }

  /// Releases what it keeps, at cancellation. Called inside the serializer.
  @usableFromInline package func releaseContents() {}

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    if demand.isAny(isRequired: needsDemand) { handleRequest(demand) }
  }

  @usableFromInline package final func cancel() {
    let wasOpen = outstanding.close()
    cancelUpstream()
    guard wasOpen else { return }
    enqueue {
      self.releaseContents()
      self.subscriber = nil
    }
  }

  /// Requests from upstream what a delivery has asked for. Inside the serializer.
  ///
  /// A finite demand is requested at once, so that upstream's answer is queued before the serializer is left. An unlimited one
  /// is requested after that: its values would all have to be queued.
  @inline(__always) final func forward(
    _ demand: Subscribers.Demand, to request: @escaping (Subscribers.Demand) -> Void
  ) {
    serializer.assertEntered()
    if demand == .unlimited { serializer.afterExit { request(demand) } } else if demand > .none { request(demand) }
  }

  /// Runs work inside the serializer, at once or when the current piece of work ends. It never waits.
  @usableFromInline package final func enqueue(_ work: @escaping () -> Void) {
    serializer.enqueue(as: currentThread(), work)
  }

  /// Runs the work of an upstream's event inside the serializer when it is its turn.
  @usableFromInline package final func runInTurn(_ work: @escaping () -> Void) { serializer.runInTurn(work) }
}

/// The base of the subscriptions that bring several upstreams together into one downstream.
@usableFromInline package class MultiUpstreamSubscription: SerializedSubscription, OperatorNamed, @unchecked Sendable {
  // Sendable as its superclass is; what it adds is constant or atomic.
  @usableFromInline package final let downstream: RawSubscriber
  @usableFromInline package final let operation: Any.Type
  /// Sends downstream a finished completion.
  @usableFromInline package final let sendFinished: (RawSubscriber) -> Void
  @inlinable
  package init<Output, Failure: Error>(
    _ downstream: ErasedSubscriber<Output, Failure>, of operation: Any.Type, needsDemand: Bool
  ) {
    self.downstream = downstream.raw.unretained
    self.operation = operation
    sendFinished = { $0.receive(completion: Subscribers.Completion<Failure>.finished) }
    super.init(downstream.raw.forwardedOwner, needsDemand: needsDemand)
  }

  /// Sends downstream this subscription, before anything upstream is subscribed to.
  @usableFromInline package final func start() { downstream.receive(subscription: self) }

  /// Completes and cancels everything upstream. Inside the serializer.
  ///
  /// - Parameters:
  ///   - cancelsFirst: Whether upstream is cancelled before downstream receives the completion.
  ///   - send: Sends the completion.
  @usableFromInline package final func complete(cancelsFirst: Bool = true, _ send: (RawSubscriber) -> Void) {
    serializer.assertEntered()
    guard outstanding.close() else { return }
    if cancelsFirst { cancelUpstream() }
    releaseContents()
    send(downstream)
    if !cancelsFirst { cancelUpstream() }
    subscriber = nil
  }

  /// Completes and cancels everything upstream, when it is its turn.
  @inlinable package final func complete<Failure: Error>(with completion: Subscribers.Completion<Failure>) {
    runInTurn { [self] in complete { $0.receive(completion: completion) } }
  }
}
