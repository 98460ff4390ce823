import Synchronization

/// Runs a timed stage: values leave when the stage decides and downstream has requested them, always in jobs of the scheduler.
///
/// A ``ScheduledSubscription`` downstream of it delivers what it emits. At most one timer is pending: one that fires before
/// the deadline, because the stage has moved that, is set again. A pending timer keeps nothing alive.
///
/// Inside its serializer it decides, and nothing else: the scheduler and the upstream are called after that.
@usableFromInline package final class TimedSubscription<Work: TimedStage>: SerializedSubscription, @unchecked Sendable {
  // Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let delivery: ScheduledSubscription
  @usableFromInline package let now: () -> Work.Time
  /// Schedules a job for a time, or as soon as possible.
  @usableFromInline package let schedule: (Work.Time?, @escaping () -> Void) -> Void
  @usableFromInline package let upstreamDemand: UpstreamDemand
  @usableFromInline package let excessHandling: ExcessHandling
  @usableFromInline package let timingStart: TimingStart<Work>
  // Both are made where the stage's types are known, because an override is not specialised.
  /// Tells the stage of the first request, where it measures that.
  @usableFromInline package let receiveFirstRequest: ((TimedSubscription) -> Void)?
  /// Delivers what the outstanding demand allows.
  @usableFromInline package let fulfillClosure: (TimedSubscription) -> Void

  @usableFromInline @exclusivity(unchecked) package var stage: Work?
  /// The deadline that the stage has set last.
  @usableFromInline @exclusivity(unchecked) package var deadline: Work.Time?
  /// When the pending timer fires; others are stale.
  @usableFromInline @exclusivity(unchecked) package var timer: Work.Time?
  /// Whether downstream has requested anything.
  @usableFromInline package let hasRequest = Atomic<Bool>(false)
  /// Values without demand.
  @usableFromInline @exclusivity(unchecked) package var queue = Deque<QueuedEvent>()
  /// Sends the completion, which waits for the queue, or for the deadline.
  @usableFromInline @exclusivity(unchecked) package var queuedCompletion: ((RawSubscriber) -> Void)?

  /// What a decision leads to outside of the serializer.
  @usableFromInline package struct Effects {
    /// How many events have been queued for delivery, each of which needs a job.
    @usableFromInline package var events = 0
    /// The timer to set, and whether it is due at once.
    @usableFromInline package var timer: (date: Work.Time, isImmediate: Bool)?
    @usableFromInline package var cancelsUpstream = false

    @inlinable package init() {}
  }

  @inlinable package init(
    _ stage: Work, delivery: ScheduledSubscription, now: @escaping () -> Work.Time,
    schedule: @escaping (Work.Time?, @escaping () -> Void) -> Void
  ) {
    self.stage = stage
    self.delivery = delivery
    self.now = now
    self.schedule = schedule
    upstreamDemand = stage.upstreamDemand
    excessHandling = stage.excessHandling
    timingStart = stage.timingStart
    var receiveFirstRequest: ((TimedSubscription) -> Void)?
    if case .subscriptionAndFirstRequest(let start) = timingStart { receiveFirstRequest = { $0.startTiming(start) } }
    self.receiveFirstRequest = receiveFirstRequest
    fulfillClosure = { $0.deliverWaiting() }
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
        guard upstream.close() == .open else { return }
        let thread = currentThread()
        guard serializer.enter(thread) else {
          return decideWithoutWaiting(isJob: false) { [self] in receive(completion: completion) }
        }
        let effects = receive(completion: completion)
        serializer.exit(thread)
        perform(effects, isJob: false)
      })
  }

  // MARK: Deciding

  /// Decides at once, or when the current piece of work ends; and then does what has been decided. It never waits.
  ///
  /// - Parameters:
  ///   - isJob: Whether the caller is a job of the scheduler, so that what is emitted at once needs no other.
  ///   - decide: Runs inside the serializer.
  @inlinable package func decideWithoutWaiting(isJob: Bool, _ decide: @escaping () -> Effects) {
    let thread = currentThread()
    guard serializer.enter(thread, orEnqueue: decideLater(decide)) else { return }
    let effects = decide()
    serializer.exit(thread)
    perform(effects, isJob: isJob)
  }

  /// The work that decides inside the serializer, and does after that what has been decided. It does not run in a job of the scheduler.
  @inlinable package func decideLater(_ decide: @escaping () -> Effects) -> () -> Void {
    { [self] in
      let effects = decide()
      serializer.afterExit { self.perform(effects, isJob: false) }
    }
  }

  /// Does what has been decided, outside of the serializer.
  @inlinable package func perform(_ effects: Effects, isJob: Bool) {
    if effects.cancelsUpstream { upstream.cancel() }
    if let (date, isImmediate) = effects.timer { setTimer(for: date, isImmediate: isImmediate) }
    guard effects.events > 0 else { return }
    if isJob { delivery.runJob() } else { delivery.scheduleJob() }
    for _ in 1..<effects.events { delivery.scheduleJob() }
  }

  @inlinable package func setTimer(for date: Work.Time, isImmediate: Bool) {
    schedule(isImmediate ? nil : date) { [weak self] in
      guard let self else { return }
      // Never before the timer's own time, though a scheduler's clock may be late or stand still.
      let now = max(date, now())
      decideWithoutWaiting(isJob: true) { self.timerDidFire(date, at: now) }
    }
  }

  @inlinable package func timerDidFire(_ date: Work.Time, at now: Work.Time) -> Effects {
    guard date == timer, let deadline else { return Effects() }
    timer = nil
    guard now >= deadline else {
      var effects = Effects()
      set(&effects, timer: deadline, isImmediate: false)
      return effects
    }
    self.deadline = nil
    return decide { $0.deadline(at: now) }
  }

  /// Lets the stage decide. Inside the serializer.
  @inlinable package func decide(_ body: (inout Work) -> TimedDecision<Work.Time>) -> Effects {
    serializer.assertEntered()
    var effects = Effects()
    guard var stage = stage.take() else { return effects }
    let decision = body(&stage)
    self.stage = stage
    if let value = decision.value { emit(value, &effects) }
    if let completion = decision.completion {
      effects.cancelsUpstream = true
      complete(completion, &effects)
    } else if let deadline = decision.deadline {
      self.deadline = deadline
      if timer.map({ deadline < $0 }) ?? true { set(&effects, timer: deadline, isImmediate: decision.isImmediate) }
    } else {
      completeIfDone(&effects)
    }
    return effects
  }

  @inlinable package func set(_ effects: inout Effects, timer date: Work.Time, isImmediate: Bool) {
    timer = date
    effects.timer = (date, isImmediate)
  }

  // MARK: Upstream

  @inlinable package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    delivery.receive(subscription: self)
    switch timingStart {
    case .firstValue: break
    case .subscription(let start), .subscriptionAndFirstRequest(let start): startTiming(start)
    }
    if case .unlimited = upstreamDemand { upstream.request(.unlimited) }
  }

  @inlinable package func startTiming(_ start: @escaping (inout Work, Work.Time) -> TimedDecision<Work.Time>) {
    let now = now()
    decideWithoutWaiting(isJob: false) { [self] in decide { start(&$0, now) } }
  }

  @inlinable package func receive(_ value: QueuedValue<Work.Input>) {
    let now = now()
    let thread = currentThread()
    guard serializer.enter(thread) else {
      return decideWithoutWaiting(isJob: false) { [self] in receive(value, at: now) }
    }
    let effects = receive(value, at: now)
    serializer.exit(thread)
    perform(effects, isJob: false)
  }

  @inlinable package func receive(_ value: QueuedValue<Work.Input>, at now: Work.Time) -> Effects {
    if case .dropOnArrival = excessHandling, !outstanding.isPositive { return Effects() }
    return decide { $0.receive(value, at: now) }
  }

  @inlinable package func receive<Failure: Error>(completion: Subscribers.Completion<Failure>) -> Effects {
    serializer.assertEntered()
    var effects = Effects()
    let send = { (subscriber: RawSubscriber) in subscriber.receive(completion: completion) }
    if stage?.delaysCompletion == true {
      queuedCompletion = send
      return effects
    }
    var stage = stage.take()
    guard case .finished = completion else {
      complete(send, &effects)
      return effects
    }
    if let last = stage?.complete() { emit(last, &effects) }
    queuedCompletion = send
    completeIfDone(&effects)
    return effects
  }

  // MARK: Downstream

  @inlinable package func emit(_ value: QueuedEvent, _ effects: inout Effects) {
    if queue.isEmpty, outstanding.consume() {
      deliver(value, &effects)
    } else if case .keep = excessHandling, !outstanding.isClosed {
      queue.append(value)
      if waitForDemand() { deliverQueue(&effects) }
    }
  }

  /// Queues an event for delivery, which needs a job.
  @inlinable package func deliver(_ event: QueuedEvent, _ effects: inout Effects) {
    delivery.append(event, schedulesJob: false)
    effects.events += 1
  }

  /// Delivers queued values while there is demand.
  @inlinable package func deliverQueue(_ effects: inout Effects) {
    repeat {
      while !queue.isEmpty, outstanding.consume(), let value = queue.popFirst() { deliver(value, &effects) }
    } while !queue.isEmpty && waitForDemand()
    if queue.isEmpty { stopWaitingForDemand() }
  }

  /// Delivers the completion, and lets go of everything.
  @inlinable package func complete(_ send: @escaping (RawSubscriber) -> Void, _ effects: inout Effects) {
    guard outstanding.close() else { return }
    releaseContentsAfterExit()
    deliver(QueuedCompletion(send), &effects)
  }

  @inlinable package func completeIfDone(_ effects: inout Effects) {
    guard queue.isEmpty, stage?.delaysCompletion != true, let queuedCompletion else { return }
    complete(queuedCompletion, &effects)
  }

  /// Requests from upstream at once: a request from inside a delivery may send its values there.
  @usableFromInline package override func handleRequest(_ demand: Subscribers.Demand) {
    super.handleRequest(demand)
    // Relaxed, because the flag guards no other memory.
    if let receiveFirstRequest, !hasRequest.exchange(true, ordering: .relaxed) { receiveFirstRequest(self) }
    if case .times(let count) = upstreamDemand { upstream.request(demand * count) }
  }

  @usableFromInline package override func fulfill() { fulfillClosure(self) }

  @inlinable package func deliverWaiting() {
    var effects = Effects()
    deliverQueue(&effects)
    completeIfDone(&effects)
    if effects.events > 0 { serializer.afterExit { [effects] in self.perform(effects, isJob: false) } }
  }

  @usableFromInline package override func takeContents() -> Any? {
    deadline = nil
    queuedCompletion = nil
    return (stage.take(), queue.takeAll())
  }
}
