/// Hands what comes from upstream to downstream in jobs of a scheduler: each value is one, the completion is one.
///
/// The jobs take from a queue, so the order stays also where a scheduler runs several at a time. Once it is cancelled, a job
/// that has not run yet keeps nothing alive but an empty shell.
@usableFromInline package final class ScheduledSubscription: OperatorNamed, @unchecked Sendable {
  // NB: Sendable because what is variable is atomic, behind a lock or inside the serializer.
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let outstanding = AtomicDemand()
  @usableFromInline package let operation: Any.Type
  // NB: touched only inside the serializer.
  @exclusivity(unchecked) private var port: RawSubscriber?
  private let queue = MPSCQueue()
  private let serializer = Serializer()
  private let way: Locked<Way>

  // NB: a struct, because a closure that is itself what is generic is wrapped once more each time it is looked at.
  private struct Way {
    /// Has a job run: a value's, or the completion's.
    var schedule: ((@escaping () -> Void) -> Void)?
  }

  /// Has the same job run once more, which comes with this object retained; the quicker way, where there is one.
  // NB: written only while this object is made.
  @exclusivity(unchecked) private var again: (() -> Void)?

  @usableFromInline package init(
    _ port: RawSubscriber, of operation: Any.Type, recurring: (@escaping () -> Void) -> (() -> Void)? = { _ in nil },
    schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    self.port = port
    self.operation = operation
    way = Locked(Way(schedule: schedule))
    outstanding.add(.unlimited)
    // NB: not retained by its own job, only by each time that it is due.
    let this = Unmanaged.passUnretained(self)
    again = recurring { this.takeRetainedValue().run() }
  }

  @inlinable package func makeSubscriber<Value, Failure: Error>() -> ErasedSubscriber<Value, Failure> {
    ErasedSubscriber(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        if upstream.isOpen { add(QueuedValue<Value>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard upstream.end() else { return }
        add(QueuedCompletion { $0.receive(completion: completion) })
      })
  }

  @usableFromInline package func open(_ subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    // NB: what is due while downstream is being introduced comes after.
    _ = serializer.tryEnter(Serializer.anyOwner)
    port?.receive(subscription: self)
    serializer.exit(Serializer.anyOwner)
  }

  /// Puts a value or the end into the queue, and has it taken out by a job.
  ///
  /// - Parameter isJob: Whether this is a job of the scheduler already.
  @usableFromInline package func add(_ box: QueuedEvent, isJob: Bool = false) {
    queue.enqueue(box)
    if isJob { run() } else { go() }
  }

  /// Has a job take one thing from the queue.
  private func go() {
    if let again {
      _ = Unmanaged.passRetained(self)
      again()
    } else if let schedule = way.withLock({ $0.schedule }) {
      schedule { self.run() }
    } else {
      run()
    }
  }

  /// Takes one thing from the queue. Only on the scheduler.
  private func run() { serializer.enqueue { self.next() } }

  private func next() {
    guard !outstanding.isClosed, let port else { return empty() }
    guard let box = queue.dequeue(), !box.isCompletion || outstanding.close() else { return }
    let more = box.send(to: port)
    if more > 0 { upstream.request(Subscribers.Demand(raw: more)) }
    if box.isCompletion { empty() }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    upstream.request(demand)
  }

  @usableFromInline package func cancel() {
    guard outstanding.close() else { return }
    upstream.cancel()
    serializer.enqueue { self.empty() }
  }

  /// Lets go of everything. Only inside the serializer.
  private func empty() {
    port = nil
    _ = upstream.end()
    while queue.dequeue() != nil {}
    // NB: released after the lock.
    let dropped = way.withLock { way in
      defer { way = Way() }
      return way
    }
    _ = dropped
  }
}

/// Says what goes upstream in jobs of a scheduler: the subscription, each request, the cancel. What comes from upstream is
/// passed on where it comes, and what downstream answers to a value is the answer.
@usableFromInline package final class ScheduledRequests: Subscription, CustomStringConvertible, @unchecked Sendable {
  // NB: Sendable because it has nothing variable but its upstream.
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let outstanding = AtomicDemand()
  @usableFromInline package let port: RawSubscriber
  // NB: unchecked because it is taken once, while this object is made.
  @usableFromInline @exclusivity(unchecked) package var subscriber: AnyObject?
  @usableFromInline package let schedule: (@escaping () -> Void) -> Void

  @usableFromInline package init(_ port: RawSubscriber, schedule: @escaping (@escaping () -> Void) -> Void) {
    self.port = port.unretained
    subscriber = port.subscriber
    self.schedule = schedule
    outstanding.add(.unlimited)
  }

  /// Where the values go in. To be called once: it keeps the subscriber.
  @inlinable package func makeSubscriber<Value, Failure: Error>() -> ErasedSubscriber<Value, Failure> {
    ErasedSubscriber(
      identity: self, subscriber: subscriber.take(),
      subscription: { [self] in if upstream.attach($0) { port.receive(subscription: self) } },
      value: { [self] in
        guard upstream.isOpen, !outstanding.isClosed else { return 0 }
        let more = port.onValue($0)
        return outstanding.isClosed ? 0 : more
      },
      completion: { [self] in if upstream.end(), outstanding.close() { port.receive(completion: $0) } })
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    schedule { self.upstream.request(demand) }
  }

  // NB: values stop at once, whenever the job runs that tells upstream.
  @usableFromInline package func cancel() {
    guard outstanding.close() else { return }
    schedule { self.upstream.cancel() }
  }

  @usableFromInline package var description: String { "SubscribeOn" }
}
