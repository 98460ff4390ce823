/// What a stage in time does next.
@usableFromInline struct Tick<Time> {
  /// A value to send at once.
  @usableFromInline var value: ValueBox?
  /// When to wake; a later call replaces it, `nil` leaves it as it is.
  @usableFromInline var alarm: Time?

  @usableFromInline init(value: ValueBox? = nil, alarm: Time? = nil) {
    self.value = value
    self.alarm = alarm
  }
}

/// The working part of an operator that keeps values until a time.
@usableFromInline protocol ClockedStage<Time> {
  associatedtype Time

  /// Takes a value.
  mutating func take(_ value: ValueBox, at now: Time) -> Tick<Time>
  /// The alarm that was asked for last has come.
  mutating func alarm(at now: Time) -> Tick<Time>
  /// Upstream has finished: what is still to be sent.
  mutating func finish() -> ValueBox?
}

/// Hosts a stage in time: everything upstream has is asked for, values leave when the stage says so and downstream has
/// asked for them, always on the scheduler.
@usableFromInline final class Clocked<Stage: ClockedStage>: Subscription, CustomStringConvertible, @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock, or inside the gate.
  @usableFromInline let link = Link()
  @usableFromInline let credit = Credit()
  @usableFromInline let port: RawPort
  @usableFromInline let name: StaticString
  private let gate = Gate()
  private let now: () -> Stage.Time
  private let schedule: (@escaping () -> Void) -> Void
  private let scheduleAfter: (Stage.Time, @escaping () -> Void) -> Void
  private let state: Locked<State>

  private struct State {
    var stage: Stage
    var alarms = 0
  }

  @usableFromInline init(
    _ port: RawPort, name: StaticString, stage: Stage, now: @escaping () -> Stage.Time,
    schedule: @escaping (@escaping () -> Void) -> Void,
    scheduleAfter: @escaping (Stage.Time, @escaping () -> Void) -> Void
  ) {
    self.port = port
    self.name = name
    self.now = now
    self.schedule = schedule
    self.scheduleAfter = scheduleAfter
    state = Locked(State(stage: stage))
  }

  @inlinable func inlet<Value, Failure: Error>(
    of type: Value.Type = Value.self, failure: Failure.Type = Failure.self
  ) -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        if link.isOpen { take(Boxed<Value>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        var isFinished = false
        if case .finished = completion { isFinished = true }
        end(isFinished) { port in withUnsafePointer(to: completion) { port.signal(.completion($0)) } }
      })
  }

  @usableFromInline func open(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    port.receive(subscription: self)
    link.request(.unlimited)
  }

  @usableFromInline func take(_ value: ValueBox) {
    let now = now()
    act { $0.take(value, at: now) }
  }

  private func act(_ body: (inout Stage) -> Tick<Stage.Time>) {
    let (tick, number) = state.withLock { state -> (Tick<Stage.Time>, Int) in
      let tick = body(&state.stage)
      if tick.alarm != nil { state.alarms += 1 }
      return (tick, state.alarms)
    }
    if let value = tick.value { schedule { self.deliver(value) } }
    if let alarm = tick.alarm { scheduleAfter(alarm) { self.ring(number) } }
  }

  private func ring(_ number: Int) {
    guard !credit.isClosed else { return }
    let now = now()
    let tick = state.withLock { state -> Tick<Stage.Time>? in
      guard state.alarms == number else { return nil }
      let tick = state.stage.alarm(at: now)
      if tick.alarm != nil { state.alarms += 1 }
      return tick
    }
    guard let tick else { return }
    if let alarm = tick.alarm { scheduleAfter(alarm) { self.ring(number + 1) } }
    if let value = tick.value { deliver(value) }
  }

  private func deliver(_ value: ValueBox) {
    perform { [self] in
      if credit.spend() { credit.grant(Subscribers.Demand(raw: value.hand(to: port))) }
    }
  }

  @usableFromInline func end(_ isFinished: Bool, _ end: @escaping (RawPort) -> Void) {
    let last = state.withLock { state in
      state.alarms += 1
      return isFinished ? state.stage.finish() : nil
    }
    schedule {
      if let last { self.deliver(last) }
      self.perform { [self] in if credit.close() { end(port) } }
    }
  }

  private func perform(_ work: @escaping () -> Void) {
    if gate.enter(Gate.anyone, orLeave: work) {
      work()
      gate.leave(Gate.anyone)
    }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    credit.grant(demand)
  }

  @usableFromInline func cancel() {
    guard credit.close() else { return }
    link.cancel()
  }

  @usableFromInline var description: String { name.description }
}

extension Publisher {
  /// Subscribes to this publisher through a stage in the time of a scheduler.
  @inlinable func clocked<Stage: ClockedStage, Context: Scheduler, S: Subscriber>(
    _ stage: Stage, _ name: StaticString, on scheduler: Context, _ options: Context.SchedulerOptions?, to subscriber: S
  ) where Stage.Time == Context.SchedulerTimeType, S.Failure == Failure {
    let clocked = Clocked(
      Port(subscriber).raw, name: name, stage: stage, now: { scheduler.now },
      schedule: { scheduler.schedule(options: options, $0) },
      scheduleAfter: { scheduler.schedule(after: $0, tolerance: scheduler.minimumTolerance, options: options, $1) })
    receive(subscriber: clocked.inlet(of: Output.self, failure: Failure.self))
  }
}
