/// Hosts a stage in time: values leave when the stage says so and downstream has asked for them, always in jobs of the
/// scheduler.
///
/// It is upstream of a ``ScheduledSubscription``, which brings what is due to downstream. At most one deadline is pending: one that rings
/// before it is due, because the stage has put it off, is set again. It keeps nothing alive.
@usableFromInline package final class TimedSubscription<Work: TimedStage>: SerializedSubscription, @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let exit: ScheduledSubscription
  @usableFromInline package let now: () -> Work.Time
  /// Schedules a job for a time, or as soon as possible.
  @usableFromInline package let schedule: (Work.Time?, @escaping () -> Void) -> Void
  @usableFromInline package let upstreamDemand: UpstreamDemand
  @usableFromInline package let buffersWithoutDemand: Bool

  @usableFromInline @exclusivity(unchecked) package var stage: Work?
  /// When the stage wants to be woken.
  @usableFromInline @exclusivity(unchecked) package var due: Work.Time?
  /// When the deadline that is pending rings.
  @usableFromInline @exclusivity(unchecked) package var armed: Work.Time?
  /// The number of that deadline; others are stale.
  @usableFromInline @exclusivity(unchecked) package var number = 0
  /// What waits for demand.
  @usableFromInline @exclusivity(unchecked) package var waiting = Deque<QueuedEvent>()
  /// The completion that waits behind it.
  @usableFromInline @exclusivity(unchecked) package var end: ((RawSubscriber) -> Void)?

  @inlinable package init(
    _ stage: Work, exit: ScheduledSubscription, now: @escaping () -> Work.Time,
    schedule: @escaping (Work.Time?, @escaping () -> Void) -> Void
  ) {
    self.stage = stage
    self.exit = exit
    self.now = now
    self.schedule = schedule
    upstreamDemand = stage.upstreamDemand
    buffersWithoutDemand = stage.buffersWithoutDemand
    super.init()
  }

  @inlinable package func makeSubscriber<Failure: Error>() -> ErasedSubscriber<Work.Input, Failure> {
    ErasedSubscriber(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        if upstream.isOpen { take(QueuedValue<Work.Input>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard upstream.end() else { return }
        enqueue { [self] in finish(completion) }
      })
  }

  // MARK: Upstream

  @inlinable package func open(_ subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    exit.open(self)
    enqueue { [self] in act { $0.start(at: now) } }
    if case .unlimited = upstreamDemand { upstream.request(.unlimited) }
  }

  @inlinable package func take(_ value: QueuedValue<Work.Input>) {
    let now = now()
    serializer.enqueue { self.act { $0.receive(value, at: now) } }
  }

  /// Inside the serializer.
  ///
  /// - Parameter isJob: Whether this is a job of the scheduler already: then what it sends needs no other.
  @inlinable package func act(isJob: Bool = false, _ body: (inout Work) -> TimedDecision<Work.Time>) {
    guard var stage = stage.take() else { return }
    let decision = body(&stage)
    self.stage = stage
    if let value = decision.value { send(value, isJob: isJob) }
    if let end = decision.end {
      upstream.cancel()
      depart(end, isJob: isJob)
    } else if let deadline = decision.deadline {
      due = deadline
      if armed.map({ deadline < $0 }) ?? true { arm(deadline, isImmediate: decision.isImmediate) }
    }
  }

  @inlinable package func arm(_ date: Work.Time, isImmediate: Bool = false) {
    armed = date
    number += 1
    schedule(isImmediate ? nil : date) { [weak self, number] in
      guard let self else { return }
      if serializer.enter(Serializer.anyOwner, orEnqueue: { self.ring(date, number, isJob: false) }) {
        ring(date, number, isJob: true)
        serializer.exit(Serializer.anyOwner)
      }
    }
  }

  @inlinable package func ring(_ date: Work.Time, _ number: Int, isJob: Bool) {
    guard number == self.number, let due else { return }
    armed = nil
    // NB: never before the deadline's own time, though a scheduler's clock may be late, or stand still.
    let now = max(date, now())
    guard now >= due else { return arm(due) }
    self.due = nil
    act(isJob: isJob) { $0.deadline(at: now) }
  }

  @inlinable package func finish<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    let end = { (port: RawSubscriber) in port.receive(completion: completion) }
    if case .finished = completion {
      if var stage = stage.take(), let last = stage.complete() { send(last, isJob: false) }
      self.end = end
      finishIfDone()
    } else {
      if var stage = stage.take(), let last = stage.fail() { send(last, isJob: false) }
      depart(end, isJob: false)
    }
  }

  // MARK: Downstream

  @inlinable package func send(_ value: QueuedEvent, isJob: Bool) {
    if waiting.isEmpty, outstanding.consume() {
      exit.add(value, isJob: isJob)
    } else if buffersWithoutDemand, !outstanding.isClosed {
      waiting.append(value)
    }
  }

  /// Sends the end, and is an empty shell from then on.
  @inlinable package func depart(_ end: @escaping (RawSubscriber) -> Void, isJob: Bool) {
    guard outstanding.close() else { return }
    release()
    exit.add(QueuedCompletion(end), isJob: isJob)
  }

  @inlinable package func finishIfDone() { if waiting.isEmpty, let end { depart(end, isJob: false) } }

  @usableFromInline package override func meet(_ demand: Subscribers.Demand) {
    outstanding.add(demand)
    while !waiting.isEmpty, outstanding.consume(), let value = waiting.popFirst() {
      exit.add(value)
    }
    finishIfDone()
  }

  /// Asks upstream at once: whoever asks from inside a delivery may send there what it has asked for.
  @usableFromInline package override func accept(_ demand: Subscribers.Demand) {
    super.accept(demand)
    if case .times(let count) = upstreamDemand { upstream.request(demand * count) }
  }

  @usableFromInline package override func release() {
    stage = nil
    due = nil
    waiting.removeAll()
    end = nil
  }
}
