/// Hosts a stage in time: values leave when the stage says so and downstream has asked for them, always in jobs of the
/// scheduler.
///
/// It is upstream of a ``Rescheduled``, which brings what is due to downstream. At most one alarm is pending: one that rings
/// before it is due, because the stage has put it off, is set again. It keeps nothing alive.
@usableFromInline package final class Clocked<Stage: ClockedStage>: GatedSubscription, @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the gate.
  @usableFromInline package let exit: Rescheduled
  @usableFromInline package let now: () -> Stage.Time
  /// Schedules a job for a time, or as soon as possible.
  @usableFromInline package let schedule: (Stage.Time?, @escaping () -> Void) -> Void
  @usableFromInline package let appetite: Appetite
  @usableFromInline package let keepsUnasked: Bool

  @usableFromInline @exclusivity(unchecked) package var stage: Stage?
  /// When the stage wants to be woken.
  @usableFromInline @exclusivity(unchecked) package var due: Stage.Time?
  /// When the alarm that is pending rings.
  @usableFromInline @exclusivity(unchecked) package var armed: Stage.Time?
  /// The number of that alarm; others are stale.
  @usableFromInline @exclusivity(unchecked) package var number = 0
  /// What waits for demand.
  @usableFromInline @exclusivity(unchecked) package var waiting = Ring<ValueBox>()
  /// The completion that waits behind it.
  @usableFromInline @exclusivity(unchecked) package var end: ((RawPort) -> Void)?

  @inlinable package init(
    _ stage: Stage, exit: Rescheduled, now: @escaping () -> Stage.Time,
    schedule: @escaping (Stage.Time?, @escaping () -> Void) -> Void
  ) {
    self.stage = stage
    self.exit = exit
    self.now = now
    self.schedule = schedule
    appetite = stage.appetite
    keepsUnasked = stage.keepsUnasked
    super.init()
  }

  @inlinable package func inlet<Failure: Error>() -> Port<Stage.Input, Failure> {
    Port(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        if link.isOpen { take(Boxed<Stage.Input>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        perform { [self] in finish(completion) }
      })
  }

  // MARK: Upstream

  @inlinable package func open(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    exit.open(self)
    perform { [self] in act { $0.start(at: now) } }
    if case .everything = appetite { link.request(.unlimited) }
  }

  @inlinable package func take(_ value: Boxed<Stage.Input>) {
    let now = now()
    gate.perform { self.act { $0.take(value, at: now) } }
  }

  /// Inside the gate.
  ///
  /// - Parameter isJob: Whether this is a job of the scheduler already: then what it sends needs no other.
  @inlinable package func act(isJob: Bool = false, _ body: (inout Stage) -> Tick<Stage.Time>) {
    guard var stage = stage.take() else { return }
    let tick = body(&stage)
    self.stage = stage
    if let value = tick.value { send(value, isJob: isJob) }
    if let end = tick.end {
      link.cancel()
      depart(end, isJob: isJob)
    } else if let alarm = tick.alarm {
      due = alarm
      if armed.map({ alarm < $0 }) ?? true { arm(alarm, isSoon: tick.isSoon) }
    }
  }

  @inlinable package func arm(_ date: Stage.Time, isSoon: Bool = false) {
    armed = date
    number += 1
    schedule(isSoon ? nil : date) { [weak self, number] in
      guard let self else { return }
      if gate.enter(Gate.anyone, orLeave: { self.ring(date, number, isJob: false) }) {
        ring(date, number, isJob: true)
        gate.leave(Gate.anyone)
      }
    }
  }

  @inlinable package func ring(_ date: Stage.Time, _ number: Int, isJob: Bool) {
    guard number == self.number, let due else { return }
    armed = nil
    // NB: never before the alarm's own time, though a scheduler's clock may be late, or stand still.
    let now = max(date, now())
    guard now >= due else { return arm(due) }
    self.due = nil
    act(isJob: isJob) { $0.alarm(at: now) }
  }

  @inlinable package func finish<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    let end = { (port: RawPort) in port.receive(completion: completion) }
    if case .finished = completion {
      if var stage = stage.take(), let last = stage.finish() { send(last, isJob: false) }
      self.end = end
      finishIfDone()
    } else {
      if var stage = stage.take(), let last = stage.fail() { send(last, isJob: false) }
      depart(end, isJob: false)
    }
  }

  // MARK: Downstream

  @inlinable package func send(_ value: ValueBox, isJob: Bool) {
    if waiting.isEmpty, credit.spend() {
      exit.add(value, isJob: isJob)
    } else if keepsUnasked, !credit.isClosed {
      waiting.append(value)
    }
  }

  /// Sends the end, and is an empty shell from then on.
  @inlinable package func depart(_ end: @escaping (RawPort) -> Void, isJob: Bool) {
    guard credit.close() else { return }
    release()
    exit.add(Ending(end), isJob: isJob)
  }

  @inlinable package func finishIfDone() { if waiting.isEmpty, let end { depart(end, isJob: false) } }

  @usableFromInline package override func meet(_ demand: Subscribers.Demand) {
    credit.grant(demand)
    while !waiting.isEmpty, credit.spend(), let value = waiting.popFirst() {
      exit.add(value)
    }
    finishIfDone()
  }

  /// Asks upstream at once: whoever asks from inside a delivery may send there what it has asked for.
  @usableFromInline package override func accept(_ demand: Subscribers.Demand) {
    super.accept(demand)
    if case .each(let count) = appetite { link.request(demand * count) }
  }

  @usableFromInline package override func release() {
    stage = nil
    due = nil
    waiting.removeAll()
    end = nil
  }
}
