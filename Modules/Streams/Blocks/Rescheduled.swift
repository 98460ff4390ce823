/// Hands what comes from upstream to downstream in jobs of a scheduler: each value is one, the completion is one.
///
/// The jobs take from a queue, so the order stays also where a scheduler runs several at a time. Once it is cancelled, a job
/// that has not run yet keeps nothing alive but an empty shell.
@usableFromInline final class Rescheduled: Subscription, CustomStringConvertible, @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock, or inside the gate.
  @usableFromInline let link = Link()
  @usableFromInline let credit = Credit()
  @usableFromInline let name: StaticString
  // NB: touched only inside the gate.
  @exclusivity(unchecked) private var port: RawPort?
  private let gate = Gate()
  private let state: Locked<State>

  private struct State {
    var queue = Ring<Item>()
    /// Has a job run: a value's, or the completion's.
    var schedule: ((@escaping () -> Void) -> Void)?
  }

  private enum Item {
    case value(ValueBox)
    case completion((RawPort) -> Void)
  }

  @usableFromInline init(_ port: RawPort, name: StaticString, schedule: @escaping (@escaping () -> Void) -> Void) {
    self.port = port
    self.name = name
    state = Locked(State(schedule: schedule))
    credit.open()
  }

  @inlinable func inlet<Value, Failure: Error>(
    of type: Value.Type = Value.self, failure: Failure.Type = Failure.self
  ) -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        if link.isOpen { add(Boxed<Value>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        end { port in withUnsafePointer(to: completion) { port.signal(.completion($0)) } }
      })
  }

  @usableFromInline func open(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    // NB: what is due while downstream is being introduced comes after.
    _ = gate.enter(Gate.anyone)
    port?.receive(subscription: self)
    gate.leave(Gate.anyone)
  }

  @usableFromInline func add(_ box: ValueBox) {
    put(box)
    go()
  }

  @usableFromInline func end(_ end: @escaping (RawPort) -> Void) {
    putEnd(end)
    go()
  }

  /// Puts a value into the queue; a call of ``go()`` or ``run()`` for it must follow.
  @usableFromInline func put(_ box: ValueBox) { put(.value(box)) }

  /// Puts the completion into the queue; a call of ``go()`` or ``run()`` for it must follow.
  @usableFromInline func putEnd(_ end: @escaping (RawPort) -> Void) { put(.completion(end)) }

  private func put(_ item: Item) {
    state.withLock { if $0.schedule != nil { $0.queue.append(item) } }
  }

  /// Has a job take one thing from the queue.
  @usableFromInline func go() {
    state.withLock { $0.schedule }? { self.run() }
  }

  /// Takes one thing from the queue. Only on the scheduler.
  @usableFromInline func run() {
    if gate.enter(Gate.anyone, orLeave: { self.next() }) {
      next()
      gate.leave(Gate.anyone)
    }
  }

  private func next() {
    guard let item = state.withLock({ $0.queue.popFirst() }), !credit.isClosed, let port else { return }
    switch item {
    case .value(let box):
      let more = box.hand(to: port)
      if more > 0 { link.request(Subscribers.Demand(raw: more)) }
    case .completion(let end):
      guard credit.close() else { return }
      end(port)
      empty()
    }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    link.request(demand)
  }

  @usableFromInline func cancel() {
    guard credit.close() else { return }
    link.cancel()
    if gate.enter(Gate.anyone, orLeave: { self.empty() }) {
      empty()
      gate.leave(Gate.anyone)
    }
  }

  /// Lets go of everything. Only inside the gate.
  private func empty() {
    port = nil
    // NB: released after the lock.
    let dropped = state.withLock { state in
      defer { state = State() }
      return state
    }
    _ = dropped
  }

  @usableFromInline var description: String { name.description }
}
