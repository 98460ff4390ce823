import Synchronization

/// Delivers elements and the completion in jobs of a scheduler, one job each.
///
/// The events wait in a queue, and each job delivers the first of them, so the order is kept where a scheduler runs several jobs
/// at a time. A job that finds another one inside, or downstream still receiving the subscription, delivers nothing: the thread
/// inside schedules a job in its place when it leaves. So nothing waits, and no event is delivered outside of a job.
///
/// After cancellation, a job that has not run yet keeps only an empty object alive.
@usableFromInline package final class ScheduledSubscription: OperatorNamed, @unchecked Sendable {
  // Sendable because what is variable is atomic, behind the lock, or `target`, which belongs to the thread inside.

  @usableFromInline package let upstream = UpstreamSubscription()
  /// Whether downstream may receive anything.
  private let outstanding = AtomicDemand()
  @usableFromInline package let operation: Any.Type
  /// The downstream; `nil` after the end. Touched only by the thread inside.
  // Unchecked because that thread has entered. Unmanaged because a retain for each event takes as long as the lock.
  @exclusivity(unchecked) private var target: Unmanaged<Target>?
  private let state: Locked<State>
  /// Whether a thread is inside. Entered and marked under the lock, which orders both; left with a releasing store, which pairs
  /// with the acquiring load of the next thread that enters.
  private let occupancy = Atomic(Occupancy.entered)

  private final class Target {
    let downstream: RawSubscriber
    init(_ downstream: RawSubscriber) { self.downstream = downstream }
  }

  private enum Occupancy: UInt8, AtomicRepresentable {
    case free
    /// A thread is inside: it delivers, or sends downstream the subscription.
    case entered
    /// A thread is inside and has more to do when it leaves, or this has ended.
    case marked
  }

  private struct State {
    var queue = Deque<QueuedEvent>()
    /// How many jobs have delivered nothing because a thread was inside.
    var missedJobs = 0
    /// Whether a job in the place of a missed one is waiting to run.
    var isReplacementPending = false
    /// The thread that is scheduling such a job; 0 if there is none.
    var schedulingThread: UInt = 0
    /// Schedules a job for an event that has arrived; `nil` once this has ended.
    var schedule: ((@escaping () -> Void) -> Void)?
    /// Schedules a job that is due at once; `nil` once this has ended.
    var scheduleNow: ((@escaping () -> Void) -> Void)?

    /// Begins to schedule a job in place of a missed one, unless one is pending, or this thread is scheduling one already.
    mutating func takeMissedJob(by thread: UInt) -> ((@escaping () -> Void) -> Void)? {
      guard missedJobs > 0, !isReplacementPending, schedulingThread != thread else { return nil }
      missedJobs -= 1
      isReplacementPending = true
      schedulingThread = thread
      return scheduleNow
    }

    /// - Returns: Whether no other thread has begun to schedule meanwhile.
    mutating func endScheduling(by thread: UInt) -> Bool {
      guard schedulingThread == thread else { return false }
      schedulingThread = 0
      return true
    }
  }

  /// Schedules the delivery job again, without a closure per event, where the scheduler supports that. The job gets this object
  /// retained.
  // Unchecked because it is written only by `init`.
  @exclusivity(unchecked) private var scheduleAgain: (() -> Void)?

  /// - Parameters:
  ///   - downstream: The downstream.
  ///   - operation: The type of the operator's publisher.
  ///   - recurring: Prepares a job that runs many times; `nil` where the scheduler does not support that.
  ///   - schedule: Schedules the job of an event that has arrived. `nil` where it is due at once.
  ///   - scheduleNow: Schedules a job that is due at once.
  @usableFromInline package init(
    _ downstream: RawSubscriber, of operation: Any.Type,
    recurring: (@escaping () -> Void) -> (() -> Void)? = { _ in nil },
    schedule: ((@escaping () -> Void) -> Void)? = nil,
    scheduleNow: @escaping (@escaping () -> Void) -> Void
  ) {
    target = .passRetained(Target(downstream))
    self.operation = operation
    state = Locked(State(schedule: schedule ?? scheduleNow, scheduleNow: scheduleNow))
    outstanding.add(.unlimited)
    // Its own job does not retain it; each scheduled run does.
    let this = Unmanaged.passUnretained(self)
    scheduleAgain = recurring { this.takeRetainedValue().runJob() }
  }

  deinit { target?.release() }

  /// The subscriber to attach to upstream.
  @inlinable package func makeSubscriber<Value, Failure: Error>() -> ErasedSubscriber<Value, Failure> {
    ErasedSubscriber(
      subscription: { [self] in receive(subscription: $0) },
      value: { [self] in
        if upstream.isOpen { append(QueuedValue<Value>($0.input()), schedulesJob: true) }
        return 0
      },
      completion: { [self] completion in
        guard upstream.close() == .open else { return }
        append(QueuedCompletion { $0.receive(completion: completion) }, schedulesJob: true)
      })
  }

  @usableFromInline package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    // This thread is inside from the start, so that no job delivers before downstream has the subscription.
    target?._withUnsafeGuaranteedRef { $0.downstream.receive(subscription: self) }
    exit()
  }

  // MARK: Events

  /// Queues an event.
  ///
  /// - Parameter schedulesJob: Whether a job for it is scheduled. Otherwise the caller schedules or runs one afterwards.
  @usableFromInline package func append(_ event: QueuedEvent, schedulesJob: Bool) {
    state.withLock { $0.queue.append(event) }
    if schedulesJob { scheduleJob() }
  }

  /// Schedules the job of one event.
  @usableFromInline package func scheduleJob() {
    if let scheduleAgain {
      _ = Unmanaged.passRetained(self)
      scheduleAgain()
    } else {
      state.withLock { $0.schedule }? { self.runJob() }
    }
  }

  // MARK: Jobs

  /// Delivers the first event that waits. Only in a job of the scheduler.
  @usableFromInline package func runJob() { runJob(isReplacement: false) }

  private func runJob(isReplacement: Bool) {
    let event = state.withLock { state -> QueuedEvent? in
      if isReplacement { state.isReplacementPending = false }
      guard enterOrMark() else {
        state.missedJobs += 1
        return nil
      }
      guard let event = state.queue.popFirst() else {
        occupancy.store(.free, ordering: .releasing)
        return nil
      }
      if state.missedJobs > 0 { occupancy.store(.marked, ordering: .relaxed) }
      return event
    }
    guard let event else { return }
    deliver(event)
    exit()
  }

  private func deliver(_ event: QueuedEvent) {
    guard let target, !outstanding.isClosed else { return }
    guard !event.isCompletion || outstanding.close() else { return }
    let more = target._withUnsafeGuaranteedRef { event.send(to: $0.downstream) }
    if more > 0 { upstream.request(Subscribers.Demand(raw: more)) }
    if event.isCompletion { occupancy.store(.marked, ordering: .relaxed) }
  }

  // MARK: Entering and leaving

  /// Enters, or leaves a mark for the thread inside. Under the lock.
  private func enterOrMark() -> Bool {
    while true {
      switch occupancy.load(ordering: .acquiring) {
      case .free:
        occupancy.store(.entered, ordering: .relaxed)
        return true
      case .entered:
        // Otherwise it has been left meanwhile.
        let exchange = occupancy.compareExchange(expected: .entered, desired: .marked, ordering: .relaxed)
        if exchange.exchanged { return false }
      case .marked: return false
      }
    }
  }

  /// Leaves, and schedules a job in place of one that has been missed meanwhile.
  private func exit() {
    if !occupancy.compareExchange(expected: .entered, desired: .free, ordering: .releasing).exchanged { exitMarked() }
  }

  /// A scheduler may run the job in place of a missed one before `schedule` returns, and it may miss another. So this is a loop,
  /// and such a job leaves the scheduling to it.
  private func exitMarked() {
    let thread = currentThread()
    var isEnded = false
    var scheduleNow = state.withLock { state -> ((@escaping () -> Void) -> Void)? in
      // Under the lock: a cancel that follows finds that no thread is inside.
      isEnded = outstanding.isClosed
      guard !isEnded else { return nil }
      occupancy.store(.free, ordering: .releasing)
      return state.takeMissedJob(by: thread)
    }
    if isEnded { return releaseContents() }
    while let schedule = scheduleNow {
      schedule { self.runJob(isReplacement: true) }
      scheduleNow = state.withLock { $0.endScheduling(by: thread) ? $0.takeMissedJob(by: thread) : nil }
    }
  }

  // MARK: Downstream

  /// Lets go of everything. Only by the thread inside, which does not leave.
  private func releaseContents() {
    target.take()?.release()
    _ = upstream.close()
    _ = state.exchange(State())
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    if demand > .none { upstream.request(demand) }
  }

  @usableFromInline package func cancel() {
    guard outstanding.close() else { return }
    upstream.cancel()
    let hasEntered = state.withLock { _ in
      defer { occupancy.store(.marked, ordering: .relaxed) }
      return enterOrMark()
    }
    // Otherwise the thread inside lets go when it leaves.
    if hasEntered { releaseContents() }
  }
}
