/// Runs a timed stage: values leave when the stage decides and downstream has requested them, always in jobs of the scheduler.
///
/// A ``ScheduledSubscription`` downstream of it delivers what it emits. At most one timer is pending: one that fires before
/// the deadline, because the stage has moved that, is set again. A pending timer keeps nothing alive.
@usableFromInline package final class TimedSubscription<Work: TimedStage>: SerializedSubscription, @unchecked Sendable {
  // Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let delivery: ScheduledSubscription
  @usableFromInline package let now: () -> Work.Time
  /// Schedules a job for a time, or as soon as possible.
  @usableFromInline package let schedule: (Work.Time?, @escaping () -> Void) -> Void
  @usableFromInline package let upstreamDemand: UpstreamDemand
  @usableFromInline package let withoutDemand: TimedExcess

  @usableFromInline @exclusivity(unchecked) package var stage: Work?
  /// The deadline that the stage has set last.
  @usableFromInline @exclusivity(unchecked) package var deadline: Work.Time?
  /// When the pending timer fires; others are stale.
  @usableFromInline @exclusivity(unchecked) package var timer: Work.Time?
  /// Whether downstream has requested anything.
  @usableFromInline @exclusivity(unchecked) package var hasRequest = false
  /// Values without demand.
  @usableFromInline @exclusivity(unchecked) package var queue = Deque<QueuedEvent>()
  /// Sends the completion, which waits for the queue, or for the deadline.
  @usableFromInline @exclusivity(unchecked) package var queuedCompletion: ((RawSubscriber) -> Void)?

  @inlinable package init(
    _ stage: Work, delivery: ScheduledSubscription, now: @escaping () -> Work.Time,
    schedule: @escaping (Work.Time?, @escaping () -> Void) -> Void
  ) {
    self.stage = stage
    self.delivery = delivery
    self.now = now
    self.schedule = schedule
    upstreamDemand = stage.upstreamDemand
    withoutDemand = stage.withoutDemand
    super.init()
  }

  @inlinable package func makeSubscriber<Failure: Error>() -> ErasedSubscriber<Work.Input, Failure> {
    ErasedSubscriber(
      subscription: { [self] in receive(subscription: $0) },
      value: { [self] in
        if upstream.isOpen { receive(QueuedValue<Work.Input>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard upstream.close() else { return }
        runInTurn { [self] in receive(completion: completion) }
      })
  }

  // MARK: Upstream

  @inlinable package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    delivery.receive(subscription: self)
    enqueue { [self] in decide { $0.start(at: now) } }
    if case .unlimited = upstreamDemand { upstream.request(.unlimited) }
  }

  @inlinable package func receive(_ value: QueuedValue<Work.Input>) {
    let now = now()
    serializer.runInTurn {
      if case .dropOnArrival = self.withoutDemand, !self.outstanding.isPositive { return }
      self.decide { $0.receive(value, at: now) }
    }
  }

  /// Lets the stage decide, and does what it has decided. Inside the serializer.
  ///
  /// - Parameter isJob: Whether the caller is a job of the scheduler already, so that what is emitted needs no other.
  @inlinable package func decide(isJob: Bool = false, _ body: (inout Work) -> TimedDecision<Work.Time>) {
    serializer.assertEntered()
    guard var stage = stage.take() else { return }
    let decision = body(&stage)
    self.stage = stage
    if let value = decision.value { emit(value, isJob: isJob) }
    if let completion = decision.completion {
      upstream.cancel()
      complete(completion, isJob: isJob)
    } else if let deadline = decision.deadline {
      self.deadline = deadline
      if timer.map({ deadline < $0 }) ?? true { setTimer(for: deadline, isImmediate: decision.isImmediate) }
    } else {
      completeIfDone(isJob: isJob)
    }
  }

  @inlinable package func setTimer(for date: Work.Time, isImmediate: Bool = false) {
    timer = date
    schedule(isImmediate ? nil : date) { [weak self] in
      guard let self else { return }
      let thread = currentThread()
      if serializer.enter(thread, orEnqueue: { self.timerDidFire(date, isJob: false) }) {
        timerDidFire(date, isJob: true)
        serializer.exit(thread)
      }
    }
  }

  @inlinable package func timerDidFire(_ date: Work.Time, isJob: Bool) {
    guard date == timer, let deadline else { return }
    timer = nil
    // Never before the timer's own time, though a scheduler's clock may be late or stand still.
    let now = max(date, now())
    guard now >= deadline else { return setTimer(for: deadline) }
    self.deadline = nil
    decide(isJob: isJob) { $0.deadline(at: now) }
  }

  @inlinable package func receive<Failure: Error>(completion: Subscribers.Completion<Failure>) {
    serializer.assertEntered()
    let send = { (subscriber: RawSubscriber) in subscriber.receive(completion: completion) }
    if stage?.delaysCompletion == true {
      queuedCompletion = send
      return
    }
    var stage = stage.take()
    guard case .finished = completion else { return complete(send, isJob: false) }
    if let last = stage?.complete() { emit(last, isJob: false) }
    queuedCompletion = send
    completeIfDone()
  }

  // MARK: Downstream

  @inlinable package func emit(_ value: QueuedEvent, isJob: Bool) {
    if queue.isEmpty, outstanding.consume() {
      delivery.enqueue(value, isJob: isJob)
    } else if case .keep = withoutDemand, !outstanding.isClosed {
      queue.append(value)
    }
  }

  /// Sends the completion and releases everything.
  @inlinable package func complete(_ send: @escaping (RawSubscriber) -> Void, isJob: Bool) {
    guard outstanding.close() else { return }
    releaseContents()
    delivery.enqueue(QueuedCompletion(send), isJob: isJob)
  }

  @inlinable package func completeIfDone(isJob: Bool = false) {
    guard queue.isEmpty, stage?.delaysCompletion != true, let queuedCompletion else { return }
    complete(queuedCompletion, isJob: isJob)
  }

  @usableFromInline package override func fulfill(_ demand: Subscribers.Demand) {
    outstanding.add(demand)
    if !hasRequest {
      hasRequest = true
      decide { $0.firstRequest(at: now) }
    }
    while !queue.isEmpty, outstanding.consume(), let value = queue.popFirst() { delivery.enqueue(value) }
    completeIfDone()
  }

  /// Requests from upstream at once: a request from inside a delivery may send its values there.
  @usableFromInline package override func handleRequest(_ demand: Subscribers.Demand) {
    super.handleRequest(demand)
    if case .times(let count) = upstreamDemand { upstream.request(demand * count) }
  }

  @usableFromInline package override func releaseContents() {
    stage = nil
    deadline = nil
    queue.removeAll()
    queuedCompletion = nil
  }
}
