/// The base of the subscriptions that emit from several threads, or keep values until they are requested.
///
/// It does one thing at a time, inside its serializer; it counts demand, and it ends once. What upstreams send waits for its
/// turn. A request never waits: it adds to the outstanding demand, and only where something waits for demand does it lead to
/// work: one piece, however many requests there are. Upstreams are called after the serializer has been left.
@usableFromInline package class SerializedSubscription: Subscription, @unchecked Sendable {
  // Sendable because what subclasses add is touched only inside the serializer, or is atomic.
  @usableFromInline package final let serializer = Serializer()
  @usableFromInline package final let outstanding = AtomicDemand()
  /// Its upstream, or the first of several, if it has any.
  @usableFromInline package final let upstream = UpstreamSubscription()
  /// Keeps the subscriber alive until completion or cancellation. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package final var subscriber: SubscriberOwner?

  /// Whether a request for no values is a programming error; elsewhere it does nothing.
  private let trapsOnRequestForNone: Bool
  private let demandWait: DemandWait
  private let delivery = SubscriptionDelivery()

  /// - Parameters:
  ///   - subscriber: Keeps the subscriber alive.
  ///   - trapsOnRequestForNone: Whether a request for no values is a programming error.
  ///   - isWaitingForDemand: Whether the first request leads to work.
  @usableFromInline package init(
    _ subscriber: SubscriberOwner? = nil, trapsOnRequestForNone: Bool = false, isWaitingForDemand: Bool = false
  ) {
    self.subscriber = subscriber
    self.trapsOnRequestForNone = trapsOnRequestForNone
    demandWait = DemandWait(isActive: isWaitingForDemand)
  }

  // MARK: Demand

  /// Delivers what the outstanding demand allows. Called inside the serializer.
  @usableFromInline package func fulfill() {}

  /// Handles a request, on any thread and also during a delivery.
  @usableFromInline package func handleRequest(_ demand: Subscribers.Demand) {
    outstanding.add(demand)
    fulfillIfWaiting()
  }

  /// Calls `fulfill()` if something waits for demand: at once, or when the current piece of work ends.
  @usableFromInline package final func fulfillIfWaiting() {
    guard demandWait.hasWaited() else { return }
    let thread = currentThread()
    if serializer.tryEnter(thread) {
      fulfill()
      serializer.exit(thread)
    } else if demandWait.mustQueue() {
      serializer.runOrHandOver(as: thread) {
        self.demandWait.workDidBegin()
        self.fulfill()
      }
    }
  }

  /// Notes that something waits for demand. Inside the serializer.
  ///
  /// - Returns: Whether there is demand already, which has come meanwhile. Then the caller goes on delivering.
  @usableFromInline package final func waitForDemand() -> Bool {
    serializer.assertEntered()
    demandWait.begin()
    return outstanding.isPositive
  }

  /// Notes that nothing waits for demand. Inside the serializer.
  @usableFromInline package final func stopWaitingForDemand() {
    serializer.assertEntered()
    demandWait.end()
  }

  @usableFromInline package final func request(_ demand: Subscribers.Demand) {
    if demand.isPositive(orTrap: trapsOnRequestForNone), !outstanding.isClosed { handleRequest(demand) }
  }

  /// Requests from upstream what a delivery has asked for, after the serializer has been left. Inside the serializer.
  @inline(__always) final func forward(
    _ demand: Subscribers.Demand, to request: @escaping (Subscribers.Demand) -> Void
  ) {
    if demand > .none { serializer.afterExit { request(demand) } }
  }

  // MARK: Cancellation

  /// Cancels everything upstream, on any thread and also during a delivery.
  @usableFromInline package func cancelUpstream() { upstream.cancel() }

  /// Takes out what it keeps, at the end. Called inside the serializer.
  ///
  /// - Returns: What is to be released after the serializer has been left, because a `deinit` is foreign code.
  @usableFromInline package func takeContents() -> Any? { nil }

  @usableFromInline package final func cancel() {
    let wasOpen = outstanding.close()
    if !wasOpen { delivery.dropEnd() }
    cancelUpstream()
    guard wasOpen else { return }
    runOrHandOver { self.releaseContentsAfterExit() }
  }

  /// Releases what it keeps, and the subscriber, after the serializer has been left. Inside the serializer.
  @usableFromInline package final func releaseContentsAfterExit() {
    let contents = takeContents()
    let subscriber = subscriber.take()
    serializer.afterExit { withExtendedLifetime((contents, subscriber)) {} }
  }

  // MARK: Start and end

  /// Sends downstream this subscription. An end that comes before downstream has received it waits for that.
  @usableFromInline package final func send(to downstream: RawSubscriber) { delivery.send(self, to: downstream) }

  /// Ends, unless this has ended before: after the serializer has been left, and when downstream has the subscription. Inside the
  /// serializer.
  ///
  /// - Parameter makeEnd: Makes what sends the completion, and keeps alive what it gets until then.
  @usableFromInline package final func endAfterExit(_ makeEnd: (_ contents: (Any?, SubscriberOwner?)) -> () -> Void) {
    serializer.assertEntered()
    // Nothing is delivered from here on, so the completion may leave after the serializer has been left.
    guard outstanding.close() else { return }
    let end = makeEnd((takeContents(), subscriber.take()))
    // What is kept waits for downstream's first request to return, and an endless upstream would answer it for ever.
    serializer.afterExit(delivery.keep(end) ? cancelUpstream : end)
  }

  // MARK: Work

  /// Runs work inside the serializer at once, or hands it over to the thread inside. It never waits.
  @usableFromInline package final func runOrHandOver(_ work: @escaping () -> Void) {
    serializer.runOrHandOver(as: currentThread(), work)
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
    _ downstream: ErasedSubscriber<Output, Failure>, of operation: Any.Type, trapsOnRequestForNone: Bool
  ) {
    self.downstream = downstream.raw.unretained
    self.operation = operation
    sendFinished = { $0.receive(completion: Subscribers.Completion<Failure>.finished) }
    super.init(downstream.raw.forwardedOwner, trapsOnRequestForNone: trapsOnRequestForNone)
  }

  /// Sends downstream this subscription.
  @usableFromInline package final func start() { send(to: downstream) }

  /// Completes, and cancels everything upstream. Inside the serializer.
  ///
  /// - Parameters:
  ///   - cancelsFirst: Whether upstream is cancelled before downstream receives the completion.
  ///   - send: Sends the completion.
  @usableFromInline package final func complete(
    cancelsFirst: Bool = true, _ send: @escaping (RawSubscriber) -> Void
  ) {
    endAfterExit { contents in
      { [self] in
        if cancelsFirst { cancelUpstream() }
        send(downstream)
        if !cancelsFirst { cancelUpstream() }
        withExtendedLifetime(contents) {}
      }
    }
  }

  /// Completes and cancels everything upstream, when it is its turn.
  @inlinable package final func complete<Failure: Error>(with completion: Subscribers.Completion<Failure>) {
    runInTurn { [self] in complete { $0.receive(completion: completion) } }
  }
}
