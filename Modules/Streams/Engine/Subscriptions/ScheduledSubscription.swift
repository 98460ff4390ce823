/// Moves one direction of a subscription to a scheduler.
///
/// - `.deliveries`: each value is one job, and so is the completion. The jobs take from a queue, so the order is kept where a
///   scheduler runs several jobs at a time. After cancellation, a job that has not run yet keeps only an empty object alive.
/// - `.requests`: the subscription, each request and the cancel are jobs. Values pass directly, and the demand that downstream
///   returns for a value is returned directly.
@usableFromInline package final class ScheduledSubscription: OperatorNamed, @unchecked Sendable {
  // Sendable because what is variable is atomic, behind a lock or touched only inside the serializer.

  /// What runs on the scheduler.
  @usableFromInline package enum Direction {
    case deliveries, requests
  }

  @usableFromInline package let upstream = UpstreamSubscription()
  /// Whether downstream may receive anything.
  @usableFromInline package let outstanding = AtomicDemand()
  @usableFromInline package let operation: Any.Type
  private let direction: Direction
  // With `.deliveries` touched only inside the serializer, with `.requests` constant.
  @usableFromInline @exclusivity(unchecked) package var downstream: RawSubscriber?
  private let queue = Locked(Deque<QueuedEvent>())
  private let serializer = Serializer()
  private let job: Locked<Job>

  // A struct, because a generic type that is itself a closure is wrapped each time it is read.
  private struct Job {
    var schedule: ((@escaping () -> Void) -> Void)?
  }

  /// Schedules the delivery job again, without a closure per value, where the scheduler supports that. The job gets this object
  /// retained.
  // Unchecked because it is written only by `init`.
  @exclusivity(unchecked) private var scheduleAgain: (() -> Void)?

  /// - Parameters:
  ///   - downstream: The downstream.
  ///   - operation: The type of the operator's publisher.
  ///   - direction: What runs on the scheduler.
  ///   - recurring: Prepares a job that runs many times; `nil` where the scheduler does not support that.
  ///   - schedule: Schedules a job.
  @usableFromInline package init(
    _ downstream: RawSubscriber, of operation: Any.Type, _ direction: Direction = .deliveries,
    recurring: (@escaping () -> Void) -> (() -> Void)? = { _ in nil },
    schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    self.downstream = downstream
    self.operation = operation
    self.direction = direction
    job = Locked(Job(schedule: schedule))
    outstanding.add(.unlimited)
    // Its own job does not retain it; each scheduled run does.
    let this = Unmanaged.passUnretained(self)
    scheduleAgain = recurring { this.takeRetainedValue().deliver() }
  }

  /// The subscriber to attach to upstream. Called once: with `.requests` the subscriber keeps downstream alive.
  @inlinable package func makeSubscriber<Value, Failure: Error>() -> ErasedSubscriber<Value, Failure> {
    let direct = takeDownstream()
    return ErasedSubscriber(
      owner: direct?.forwardedOwner,
      subscription: { [self] in receive(subscription: $0) },
      value: { [self, direct = direct?.unretained] in
        guard upstream.isOpen else { return 0 }
        guard let direct else {
          enqueue(QueuedValue<Value>($0.input()))
          return 0
        }
        guard !outstanding.isClosed else { return 0 }
        let more = direct.onValue($0)
        return outstanding.isClosed ? 0 : more
      },
      completion: { [self, direct = direct?.unretained] completion in
        guard upstream.close() else { return }
        guard let direct else { return enqueue(QueuedCompletion { $0.receive(completion: completion) }) }
        if outstanding.close() { direct.receive(completion: completion) }
      })
  }

  /// With `.requests`, the downstream; this object keeps it unretained from here on.
  @usableFromInline package func takeDownstream() -> RawSubscriber? {
    guard direction == .requests else { return nil }
    defer { downstream = downstream?.unretained }
    return downstream
  }

  @usableFromInline package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    // A job that runs while downstream receives the subscription delivers after that.
    serializer.enqueue { self.downstream?.receive(subscription: self) }
  }

  // MARK: Deliveries

  /// Queues a value or the completion and schedules a job that delivers it.
  ///
  /// - Parameter isJob: Whether the caller is a job of the scheduler already.
  @usableFromInline package func enqueue(_ event: QueuedEvent, isJob: Bool = false) {
    queue.withLock { $0.append(event) }
    if isJob {
      deliver()
    } else if let scheduleAgain {
      _ = Unmanaged.passRetained(self)
      scheduleAgain()
    } else {
      schedule { self.deliver() }
    }
  }

  /// Schedules a job, or runs it where no scheduler is left.
  @usableFromInline package func schedule(_ work: @escaping () -> Void) {
    if let schedule = job.withLock({ $0.schedule }) { schedule(work) } else { work() }
  }

  /// Delivers the first queued event. Only on the scheduler.
  private func deliver() {
    serializer.enqueue {
      guard !self.outstanding.isClosed, let downstream = self.downstream else { return self.releaseContents() }
      guard let event = self.queue.withLock({ $0.popFirst() }), !event.isCompletion || self.outstanding.close() else {
        return
      }
      let more = event.send(to: downstream)
      if more > 0 { self.upstream.request(Subscribers.Demand(raw: more)) }
      if event.isCompletion { self.releaseContents() }
    }
  }

  private func releaseContents() {
    serializer.assertEntered()
    downstream = nil
    _ = upstream.close()
    _ = queue.exchange(Deque())
    _ = job.exchange(Job())
  }

  // MARK: Requests

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    // Schedules nothing once this is cancelled or complete.
    guard demand > .none, direction == .deliveries || !outstanding.isClosed else { return }
    if direction == .requests { schedule { self.upstream.request(demand) } } else { upstream.request(demand) }
  }

  // Values stop at once, whenever the job that cancels upstream runs.
  @usableFromInline package func cancel() {
    guard outstanding.close() else { return }
    guard direction == .deliveries else { return schedule { self.upstream.cancel() } }
    upstream.cancel()
    serializer.enqueue { self.releaseContents() }
  }
}
