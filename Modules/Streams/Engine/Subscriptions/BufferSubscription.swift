/// Queues a bounded number of values between an upstream that is asked in advance and a downstream that requests later.
///
/// A finished completion waits until the values before it have been delivered.
@usableFromInline
package final class BufferSubscription<Value, Failure: Error>: SerializedSubscription, OperatorNamed,
  @unchecked Sendable
{
  // Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let downstream: ErasedSubscriber<Value, Failure>
  @usableFromInline package let operation: Any.Type
  @usableFromInline package let size: Int
  /// Whether upstream is asked for as many values as there is room for, and for one more at each delivery.
  @usableFromInline package let isPrefetching: Bool
  @usableFromInline package let whenFull: Publishers.BufferingStrategy<Failure>
  /// Whether a failure of the upstream drops the values that wait for demand; otherwise it waits for them too.
  @usableFromInline package let failsAtOnce: Bool
  /// Whether upstream is asked before downstream gets its subscription.
  @usableFromInline package let requestsEarly: Bool
  /// Calls `drain()`.
  // Made where the value's type is known, because an override is not specialised.
  @usableFromInline package let drainClosure: (BufferSubscription) -> Void
  @usableFromInline @exclusivity(unchecked) package var queue = Deque<Value>()
  /// The completion, which may wait for what is queued.
  @usableFromInline @exclusivity(unchecked) package var completion: Subscribers.Completion<Failure>?
  /// Whether the completion waits until the queue is empty.
  @usableFromInline @exclusivity(unchecked) package var isCompletionLast = true

  @inlinable package init(
    _ downstream: ErasedSubscriber<Value, Failure>, of operation: Any.Type, holding size: Int,
    isPrefetching: Bool = false, whenFull: Publishers.BufferingStrategy<Failure> = .dropNewest,
    failsAtOnce: Bool = false, requestsEarly: Bool = false
  ) {
    self.downstream = downstream.unretained
    self.operation = operation
    self.size = size
    self.isPrefetching = isPrefetching
    self.whenFull = whenFull
    self.failsAtOnce = failsAtOnce
    self.requestsEarly = requestsEarly
    drainClosure = { $0.drain() }
    super.init(downstream.raw.forwardedOwner)
  }

  @inlinable package func makeSubscriber() -> ErasedSubscriber<Value, Failure> {
    ErasedSubscriber(
      subscription: { [self] in receive(subscription: $0) },
      value: { [self] in
        guard upstream.isOpen else { return 0 }
        let thread = currentThread()
        guard serializer.enter(thread) else {
          let value: Value = $0.input()
          runOrHandOver { [self] in receiveLate(value) }
          return 0
        }
        let more = receive($0.input())
        serializer.exit(thread)
        return more
      },
      completion: { [self] completion in
        guard upstream.close() == .open else { return }
        runInTurn { [self] in receive(completion: completion) }
      })
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    if requestsEarly { requestInAdvance() }
    send(to: downstream.raw)
    if !requestsEarly { requestInAdvance() }
  }

  @inlinable package func requestInAdvance() {
    if !isPrefetching { upstream.request(.unlimited) } else if size > 0 { upstream.request(.max(size)) }
  }

  /// Emits a value, or queues it. Inside the serializer.
  ///
  /// - Returns: How many more upstream may send.
  @inlinable package func receive(_ value: Value) -> UInt {
    serializer.assertEntered()
    guard completion == nil else { return 0 }
    guard queue.isEmpty, outstanding.consume() else {
      append(value)
      return 0
    }
    outstanding.add(downstream.receive(value))
    return isPrefetching ? 1 : 0
  }

  /// Emits or queues a value that was handed over. Inside the serializer.
  @inlinable package func receiveLate(_ value: Value) {
    if isPrefetching, completion == nil {
      // There is room for it, and `drain` requests the one that follows.
      append(value)
      drain()
    } else {
      _ = receive(value)
    }
  }

  @inlinable package func append(_ value: Value) {
    if queue.count >= size, !makeRoom() { return }
    guard size > 0 else { return }
    queue.append(value)
    if waitForDemand() { drain() }
  }

  /// - Returns: Whether a value may be added to the full queue.
  // Not inlined, so that these rare paths take no registers where a value passes.
  @inlinable @inline(never) package func makeRoom() -> Bool {
    switch whenFull {
    case .dropNewest: return false
    case .dropOldest:
      _ = queue.popFirst()
      return true
    case .customError(let error):
      serializer.afterExit { self.upstream.cancel() }
      receive(completion: .failure(error()), isLast: true)
      return false
    }
  }

  @inlinable package func receive(completion: Subscribers.Completion<Failure>, isLast: Bool = false) {
    guard self.completion == nil else { return }
    self.completion = completion
    if case .failure = completion, failsAtOnce, !isLast { isCompletionLast = false }
    drainClosure(self)
  }

  /// Delivers what has been requested, and the completion after it. Inside the serializer.
  @inlinable package func drain() {
    serializer.assertEntered()
    repeat {
      while !queue.isEmpty, case let count = outstanding.consume(upTo: queue.count), count > 0 {
        // NB: inside, and before these values leave: so what upstream sends because of one of them is queued and not lost.
        if isPrefetching { upstream.request(.max(count)) }
        for _ in 0..<count {
          guard !outstanding.isClosed, let value = queue.popFirst() else { break }
          outstanding.add(downstream.receive(value))
        }
      }
    } while !queue.isEmpty && waitForDemand()
    guard let completion, queue.isEmpty || !isCompletionLast else {
      if queue.isEmpty { stopWaitingForDemand() }
      return
    }
    endAfterExit { contents in
      { [self] in
        downstream.receive(completion: completion)
        withExtendedLifetime(contents) {}
      }
    }
  }

  @usableFromInline package override func fulfill() { drainClosure(self) }

  @usableFromInline package override func takeContents() -> Any? { queue.takeAll() }
}
