/// Hands what comes from upstream to downstream in jobs of a scheduler: each value is one, the completion is one.
///
/// The jobs take from a queue, so the order stays also where a scheduler runs several at a time.
@usableFromInline final class Rescheduled: Subscription, CustomStringConvertible, @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock, or inside the gate.
  @usableFromInline let link = Link()
  @usableFromInline let credit = Credit()
  @usableFromInline let port: RawPort
  @usableFromInline let name: StaticString
  /// Has a job run: a value's, or the completion's.
  @usableFromInline let schedule: (@escaping () -> Void) -> Void
  private let gate = Gate()
  private let queue = Locked(Ring<Item>())

  private enum Item {
    case value(ValueBox)
    case completion((RawPort) -> Void)
  }

  @usableFromInline init(_ port: RawPort, name: StaticString, schedule: @escaping (@escaping () -> Void) -> Void) {
    self.port = port
    self.name = name
    self.schedule = schedule
    credit.open()
  }

  @inlinable func inlet<Value, Failure: Error>(
    of type: Value.Type = Value.self, failure: Failure.Type = Failure.self
  ) -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in if link.attach($0) { port.receive(subscription: self) } },
      value: { [self] in
        if link.isOpen { add(Boxed<Value>($0.input())) }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        end { port in withUnsafePointer(to: completion) { port.signal(.completion($0)) } }
      })
  }

  @usableFromInline func add(_ box: ValueBox) { enqueue(.value(box)) }
  @usableFromInline func end(_ end: @escaping (RawPort) -> Void) { enqueue(.completion(end)) }

  private func enqueue(_ item: Item) {
    queue.withLock { $0.append(item) }
    schedule { self.run() }
  }

  private func run() {
    if gate.enter(Gate.anyone, orLeave: { self.next() }) {
      next()
      gate.leave(Gate.anyone)
    }
  }

  private func next() {
    guard let item = queue.withLock({ $0.popFirst() }), !credit.isClosed else { return }
    switch item {
    case .value(let box):
      let more = box.hand(to: port)
      if more > 0 { link.request(Subscribers.Demand(raw: more)) }
    case .completion(let end):
      if credit.close() { end(port) }
    }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { link.request(demand) }

  @usableFromInline func cancel() {
    guard credit.close() else { return }
    link.cancel()
    // NB: released after the lock.
    let dropped = queue.withLock { queue in
      defer { queue.removeAll() }
      return queue
    }
    _ = dropped
  }

  @usableFromInline var description: String { name.description }
}
