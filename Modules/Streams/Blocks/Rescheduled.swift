/// Hands what comes from upstream to downstream in jobs of a scheduler: each value is one, the completion is one.
///
/// The jobs take from a queue, so the order stays also where a scheduler runs several at a time. Once it is cancelled, a job
/// that has not run yet keeps nothing alive but an empty shell.
@usableFromInline package final class Rescheduled: OperatorSubscription, @unchecked Sendable {
  // NB: Sendable because what is variable is atomic, behind a lock or inside the gate.
  @usableFromInline package let link = Link()
  @usableFromInline package let credit = Credit()
  @usableFromInline package let operation: Any.Type
  // NB: touched only inside the gate.
  @exclusivity(unchecked) private var port: RawPort?
  private let passage = Passage()
  private let gate = Gate()
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
    _ port: RawPort, of operation: Any.Type, recurring: (@escaping () -> Void) -> (() -> Void)? = { _ in nil },
    schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    self.port = port
    self.operation = operation
    way = Locked(Way(schedule: schedule))
    credit.grant(.unlimited)
    // NB: not retained by its own job, only by each time that it is due.
    let this = Unmanaged.passUnretained(self)
    again = recurring { this.takeRetainedValue().run() }
  }

  @inlinable package func inlet<Value, Failure: Error>() -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        if link.isOpen { add(Boxed<Value>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        add(Ending { $0.receive(completion: completion) })
      })
  }

  @usableFromInline package func open(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    // NB: what is due while downstream is being introduced comes after.
    _ = gate.enter(Gate.anyone)
    port?.receive(subscription: self)
    gate.leave(Gate.anyone)
  }

  /// Puts a value or the end into the queue, and has it taken out by a job.
  ///
  /// - Parameter isJob: Whether this is a job of the scheduler already.
  @usableFromInline package func add(_ box: ValueBox, isJob: Bool = false) {
    passage.put(box)
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
  private func run() { gate.perform { self.next() } }

  private func next() {
    guard !credit.isClosed, let port else { return empty() }
    guard let box = passage.take(), !box.isEnd || credit.close() else { return }
    let more = box.hand(to: port)
    if more > 0 { link.request(Subscribers.Demand(raw: more)) }
    if box.isEnd { empty() }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    link.request(demand)
  }

  @usableFromInline package func cancel() {
    guard credit.close() else { return }
    link.cancel()
    gate.perform { self.empty() }
  }

  /// Lets go of everything. Only inside the gate.
  private func empty() {
    port = nil
    _ = link.end()
    while passage.take() != nil {}
    // NB: released after the lock.
    let dropped = way.withLock { way in
      defer { way = Way() }
      return way
    }
    _ = dropped
  }
}
