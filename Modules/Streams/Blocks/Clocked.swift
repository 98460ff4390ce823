/// Hosts a stage in time: values leave when the stage says so and downstream has asked for them, always in jobs of the
/// scheduler.
///
/// It is upstream of a ``Rescheduled``, which brings what is due to downstream. At most one alarm is pending: one that rings
/// before it is due, because the stage has put it off, is set again. Cancelled, it is an empty shell.
@usableFromInline final class Clocked<Stage: ClockedStage>: Subscription, @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.
  @usableFromInline let link = Link()
  @usableFromInline let credit = Credit()
  @usableFromInline let state: Locked<State>
  @usableFromInline let appetite: Appetite
  @usableFromInline let keepsUnasked: Bool

  @usableFromInline struct State {
    @usableFromInline var stage: Stage?
    @usableFromInline var surroundings: Surroundings<Stage.Time>?
    /// When the stage wants to be woken.
    @usableFromInline var due: Stage.Time?
    /// When the alarm that is pending rings.
    @usableFromInline var armed: Stage.Time?
    /// The number of that alarm; others are stale.
    @usableFromInline var number = 0
    /// What waits for demand.
    @usableFromInline var waiting = Ring<ValueBox>()
    /// The completion that waits behind it.
    @usableFromInline var end: ((RawPort) -> Void)?

    @inlinable init(stage: Stage? = nil, surroundings: Surroundings<Stage.Time>? = nil) {
      self.stage = stage
      self.surroundings = surroundings
    }
  }

  /// What is to be done after the lock.
  @usableFromInline struct Deeds {
    /// How many things have been put into the exit.
    @usableFromInline var departures = 0
    @usableFromInline var alarm: (date: Stage.Time, number: Int)?
    @usableFromInline var endsUpstream = false
    // NB: what is let go of is released after the lock: a value's deinit may be anybody's code.
    @usableFromInline var dropped: ValueBox?
    @usableFromInline var unasked: ValueBox?
    @usableFromInline var rest: State?

    @inlinable init() {}
  }

  @inlinable init(_ stage: Stage, in surroundings: Surroundings<Stage.Time>) {
    appetite = stage.appetite
    keepsUnasked = stage.keepsUnasked
    state = Locked(State(stage: stage, surroundings: surroundings))
  }

  @inlinable func inlet<Failure: Error>(failure: Failure.Type = Failure.self) -> Port<Stage.Input, Failure> {
    Port(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        if link.isOpen { take(Boxed<Stage.Input>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        var isFinished = false
        if case .finished = completion { isFinished = true }
        end(isFinished) { port in withUnsafePointer(to: completion) { port.signal(.completion($0)) } }
      })
  }

  // MARK: Upstream

  @inlinable func open(_ subscription: any Subscription) {
    guard link.attach(subscription), let surroundings = state.withLock({ $0.surroundings }) else { return }
    surroundings.exit.open(self)
    act { $0.start(at: $1) }
    if case .everything = appetite { link.request(.unlimited) }
  }

  @inlinable func take(_ value: Boxed<Stage.Input>) { act { $0.take(value, at: $1) } }

  @inlinable func act(_ body: (inout Stage, Stage.Time) -> Tick<Stage.Time>) {
    guard let surroundings = state.withLock({ $0.surroundings }) else { return }
    let now = surroundings.now()
    let deeds = state.withLock { state -> Deeds in
      guard var stage = state.stage.take() else { return Deeds() }
      let tick = body(&stage, now)
      state.stage = stage
      return apply(tick, to: &state)
    }
    for _ in 0..<deeds.departures { surroundings.exit.go() }
    settle(deeds, surroundings)
  }

  @inlinable func settle(_ deeds: Deeds, _ surroundings: Surroundings<Stage.Time>) {
    if deeds.endsUpstream { link.cancel() }
    if let (date, number) = deeds.alarm { surroundings.scheduleAfter(date) { self.ring(date, number) } }
  }

  /// Under the lock.
  @inlinable func apply(_ tick: Tick<Stage.Time>, to state: inout State) -> Deeds {
    var deeds = Deeds()
    deeds.dropped = tick.dropped
    if let value = tick.value { send(value, &state, &deeds) }
    if let end = tick.end {
      deeds.endsUpstream = true
      finish(end, &state, &deeds)
    } else if let alarm = tick.alarm {
      state.due = alarm
      if state.armed.map({ alarm < $0 }) ?? true { arm(alarm, &state, &deeds) }
    }
    return deeds
  }

  @inlinable func arm(_ date: Stage.Time, _ state: inout State, _ deeds: inout Deeds) {
    state.armed = date
    state.number += 1
    deeds.alarm = (date, state.number)
  }

  @inlinable func ring(_ date: Stage.Time, _ number: Int) {
    guard let surroundings = state.withLock({ $0.surroundings }) else { return }
    // NB: never before the alarm's own time, though a scheduler's clock may be late, or stand still.
    let now = max(date, surroundings.now())
    let deeds = state.withLock { state -> Deeds in
      guard number == state.number, let due = state.due, var stage = state.stage.take() else { return Deeds() }
      state.armed = nil
      guard now >= due else {
        state.stage = stage
        var deeds = Deeds()
        arm(due, &state, &deeds)
        return deeds
      }
      state.due = nil
      let tick = stage.alarm(at: now)
      state.stage = stage
      return apply(tick, to: &state)
    }
    // NB: an alarm is a job of the scheduler: what it sends needs no other.
    for _ in 0..<deeds.departures { surroundings.exit.run() }
    settle(deeds, surroundings)
  }

  @inlinable func end(_ isFinished: Bool, _ end: @escaping (RawPort) -> Void) {
    guard let surroundings = state.withLock({ $0.surroundings }) else { return }
    let deeds = state.withLock { state -> Deeds in
      guard var stage = state.stage.take() else { return Deeds() }
      var deeds = Deeds()
      if isFinished, let last = stage.finish() { send(last, &state, &deeds) }
      if isFinished, !state.waiting.isEmpty {
        state.end = end
      } else {
        finish(end, &state, &deeds)
      }
      return deeds
    }
    for _ in 0..<deeds.departures { surroundings.exit.go() }
  }

  // MARK: Downstream

  @inlinable func send(_ value: ValueBox, _ state: inout State, _ deeds: inout Deeds) {
    if state.waiting.isEmpty, credit.spend() {
      state.surroundings?.exit.put(value)
      deeds.departures += 1
    } else if keepsUnasked {
      state.waiting.append(value)
    } else {
      deeds.unasked = value
    }
  }

  @inlinable func finish(_ end: @escaping (RawPort) -> Void, _ state: inout State, _ deeds: inout Deeds) {
    state.surroundings?.exit.put(Ending(end))
    deeds.departures += 1
    deeds.rest = state
    state = State()
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard let surroundings = state.withLock({ $0.surroundings }) else { return }
    credit.grant(demand)
    let deeds = state.withLock { state -> Deeds in
      var deeds = Deeds()
      while !state.waiting.isEmpty, credit.spend(), let value = state.waiting.popFirst() {
        state.surroundings?.exit.put(value)
        deeds.departures += 1
      }
      if state.waiting.isEmpty, let end = state.end.take() { finish(end, &state, &deeds) }
      return deeds
    }
    for _ in 0..<deeds.departures { surroundings.exit.go() }
    if case .each(let count) = appetite { link.request(demand * count) }
  }

  @inlinable func cancel() {
    _ = credit.close()
    // NB: released after the lock.
    let dropped = state.withLock { state in
      defer { state = State() }
      return state
    }
    _ = dropped
    link.cancel()
  }
}

/// What a stage in time has around it: the way to downstream, and the scheduler.
@usableFromInline final class Surroundings<Time> {
  @usableFromInline let exit: Rescheduled
  @usableFromInline let now: () -> Time
  @usableFromInline let scheduleAfter: (Time, @escaping () -> Void) -> Void

  @inlinable init(
    _ exit: Rescheduled, now: @escaping () -> Time,
    scheduleAfter: @escaping (Time, @escaping () -> Void) -> Void
  ) {
    self.exit = exit
    self.now = now
    self.scheduleAfter = scheduleAfter
  }
}

extension Publisher {
  /// Subscribes to this publisher through a stage in the time of a scheduler.
  @inlinable func clocked<Stage: ClockedStage, Context: Scheduler, S: Subscriber>(
    _ stage: Stage, _ name: StaticString, on scheduler: Context, _ options: Context.SchedulerOptions?, to subscriber: S
  ) where Stage.Time == Context.SchedulerTimeType, Stage.Input == Output, S.Failure == Failure {
    let exit = Rescheduled(Port(subscriber).raw, name: name) { scheduler.schedule(options: options, $0) }
    let surroundings = Surroundings(
      exit, now: { scheduler.now },
      scheduleAfter: { scheduler.schedule(after: $0, tolerance: scheduler.minimumTolerance, options: options, $1) })
    receive(subscriber: Clocked(stage, in: surroundings).inlet(failure: Failure.self))
  }
}
