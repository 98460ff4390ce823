/// Keeps a bounded number of values between an upstream that is asked in advance and a downstream that asks later.
///
/// The end, too, waits until everything before it has been delivered.
@usableFromInline
package final class BufferSubscription<Value, Failure: Error>: SerializedSubscription, OperatorNamed,
  @unchecked Sendable
{
  // NB: Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let downstream: ErasedSubscriber<Value, Failure>
  @usableFromInline package let operation: Any.Type
  @usableFromInline package let size: Int
  /// Whether upstream is asked for as many values as there is room for, and for one more at each delivery.
  @usableFromInline package let isPrefetching: Bool
  @usableFromInline package let whenFull: Publishers.BufferingStrategy<Failure>
  /// Drains it.
  // NB: made where the value's type is known, because an override is not specialised.
  @usableFromInline package let empty: (BufferSubscription) -> Void
  @usableFromInline @exclusivity(unchecked) package var queue = Deque<Value>()
  @usableFromInline @exclusivity(unchecked) package var ending: Subscribers.Completion<Failure>?
  /// What has come while somebody was inside the serializer.
  @usableFromInline package let arrivals = Locked(Deque<Value>())

  @inlinable package init(
    _ downstream: ErasedSubscriber<Value, Failure>, of operation: Any.Type, holding size: Int,
    isPrefetching: Bool = false,
    whenFull: Publishers.BufferingStrategy<Failure> = .dropNewest
  ) {
    self.downstream = downstream.unretained
    self.operation = operation
    self.size = size
    self.isPrefetching = isPrefetching
    self.whenFull = whenFull
    empty = { $0.drain() }
    super.init(downstream.raw.subscriber)
  }

  @inlinable package func makeSubscriber() -> ErasedSubscriber<Value, Failure> {
    ErasedSubscriber(
      identity: self,
      subscription: { [self] in open($0) },
      value: { [self] in
        guard upstream.isOpen else { return 0 }
        if serializer.tryEnter(Serializer.anyOwner) {
          let more = take($0.input())
          serializer.exit(Serializer.anyOwner)
          return more
        }
        arrive($0.input())
        return 0
      },
      completion: { [self] completion in
        guard upstream.end() else { return }
        enqueue { [self] in finish(completion) }
      })
  }

  @usableFromInline package func open(_ subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    downstream.receive(subscription: self)
    if !isPrefetching { upstream.request(.unlimited) } else if size > 0 { upstream.request(.max(size)) }
  }

  /// Hands a value on, or keeps it. Only inside the serializer.
  ///
  /// - Returns: How many more upstream may send.
  @inlinable package func take(_ value: Value) -> UInt {
    guard ending == nil else { return 0 }
    guard queue.isEmpty, outstanding.consume() else {
      keep(value)
      return 0
    }
    outstanding.add(downstream.receive(value))
    return isPrefetching ? 1 : 0
  }

  /// Takes a value that finds somebody inside the serializer.
  @inlinable package func arrive(_ value: Value) {
    let isFirst = arrivals.withLock { arrivals in
      defer { arrivals.append(value) }
      return arrivals.isEmpty
    }
    if isFirst { enqueue { self.takeArrivals() } }
  }

  /// Only inside the serializer.
  @inlinable package func takeArrivals() {
    var arrived = arrivals.withLock { arrivals in
      defer { arrivals = Deque() }
      return arrivals
    }
    guard ending == nil else { return }
    while let value = arrived.popFirst() {
      // NB: where upstream is asked in advance there is room for all of them, and it is asked for as many at once.
      if isPrefetching { keep(value) } else { _ = take(value) }
    }
    drain()
  }

  @inlinable package func keep(_ value: Value) {
    if queue.count >= size, !makeRoom() { return }
    if size > 0 { queue.append(value) }
  }

  /// Whether a value may be added to the full queue.
  @usableFromInline package func makeRoom() -> Bool {
    switch whenFull {
    case .dropNewest: return false
    case .dropOldest:
      _ = queue.popFirst()
      return true
    case .customError(let error):
      if upstream.cancel() { finish(.failure(error())) }
      return false
    }
  }

  @usableFromInline package func finish(_ completion: Subscribers.Completion<Failure>) {
    guard ending == nil else { return }
    ending = completion
    empty(self)
  }

  /// Delivers what has been asked for, and the end after it. Only inside the serializer.
  @inlinable package func drain() {
    while case let count = min(queue.count, outstanding.value.max ?? .max), count > 0 {
      // NB: before they leave, so that what is sent meanwhile finds the room: it waits at the serializer until they have.
      if isPrefetching { upstream.request(.max(count)) }
      for _ in 0..<count {
        guard outstanding.consume(), let value = queue.popFirst() else { break }
        outstanding.add(downstream.receive(value))
      }
    }
    if queue.isEmpty, let ending, outstanding.close() {
      downstream.receive(completion: ending)
      subscriber = nil
    }
  }

  @usableFromInline package override func meet(_ demand: Subscribers.Demand) {
    outstanding.add(demand)
    empty(self)
  }

  @usableFromInline package override func release() { queue.removeAll() }
}
