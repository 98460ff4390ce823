/// Keeps a bounded number of values between an upstream that is asked in advance and a downstream that asks later.
///
/// The end, too, waits until everything before it has been delivered.
@usableFromInline
final class Reservoir<Value, Failure: Error>: GatedSubscription, OperatorSubscription, @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the gate.
  @usableFromInline let downstream: Port<Value, Failure>
  @usableFromInline let operation: Any.Type
  @usableFromInline let size: Int
  /// Whether upstream is asked for as many values as there is room for, and for one more at each delivery.
  @usableFromInline let isPrefetching: Bool
  @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>
  @usableFromInline @exclusivity(unchecked) var queue = Ring<Value>()
  @usableFromInline @exclusivity(unchecked) var ending: Subscribers.Completion<Failure>?

  @inlinable init(
    _ downstream: Port<Value, Failure>, of operation: Any.Type, holding size: Int, isPrefetching: Bool = false,
    whenFull: Publishers.BufferingStrategy<Failure> = .dropNewest
  ) {
    self.downstream = downstream
    self.operation = operation
    self.size = size
    self.isPrefetching = isPrefetching
    self.whenFull = whenFull
  }

  @inlinable func port() -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        guard link.isOpen else { return 0 }
        if gate.enter(Gate.anyone) {
          let more = take($0.input())
          gate.leave(Gate.anyone)
          return more
        }
        let value = $0.input(as: Value.self)
        perform { [self] in takeLate(value) }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        perform { [self] in finish(completion) }
      })
  }

  @usableFromInline func open(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    downstream.receive(subscription: self)
    if !isPrefetching { link.request(.unlimited) } else if size > 0 { link.request(.max(size)) }
  }

  /// Hands a value on, or keeps it. Only inside the gate.
  ///
  /// - Returns: How many more upstream may send.
  @inlinable func take(_ value: Value) -> UInt {
    guard ending == nil else { return 0 }
    guard queue.isEmpty, credit.spend() else {
      keep(value)
      return 0
    }
    credit.grant(downstream.receive(value))
    return isPrefetching ? 1 : 0
  }

  /// Hands a value on, or keeps it, when upstream has come back from sending it. Only inside the gate.
  @usableFromInline func takeLate(_ value: Value) {
    guard ending == nil else { return }
    if queue.isEmpty, credit.spend() { handOn(value) } else { keep(value) }
  }

  /// Hands a value on that leaves room: upstream is asked for another before, so that what is sent meanwhile finds the room.
  /// Only inside the gate.
  private func handOn(_ value: Value) {
    if isPrefetching { link.request(.max(1)) }
    credit.grant(downstream.receive(value))
  }

  @usableFromInline func keep(_ value: Value) {
    if queue.count >= size, !makeRoom() { return }
    if size > 0 { queue.append(value) }
  }

  /// Whether a value may be added to the full queue.
  @usableFromInline func makeRoom() -> Bool {
    switch whenFull {
    case .dropNewest: return false
    case .dropOldest:
      _ = queue.popFirst()
      return true
    case .customError(let error):
      if link.cancel() { finish(.failure(error())) }
      return false
    }
  }

  @usableFromInline func finish(_ completion: Subscribers.Completion<Failure>) {
    guard ending == nil else { return }
    ending = completion
    drain()
  }

  /// Delivers what has been asked for, and the end after it. Only inside the gate.
  @usableFromInline func drain() {
    while !queue.isEmpty, credit.spend(), let value = queue.popFirst() { handOn(value) }
    if queue.isEmpty, let ending, credit.close() { downstream.receive(completion: ending) }
  }

  @usableFromInline override func meet(_ demand: Subscribers.Demand) {
    credit.grant(demand)
    drain()
  }

  @usableFromInline override func release() { queue.removeAll() }
}
