import Synchronization

/// Emits from one upstream under the influence of another publisher, whose values are not part of the output.
///
/// Downstream's demand is requested from the upstream; a value beyond it is dropped. The closures that decide run serialised,
/// so an operator's own state needs no lock.
@usableFromInline package final class SideInputSubscription: MultiUpstreamSubscription, @unchecked Sendable {
  // Sendable because what is variable is atomic, or touched only inside the serializer.
  /// The subscription to the other publisher; `upstream` is the one whose values are emitted.
  @usableFromInline package let other = UpstreamSubscription()
  /// Whether downstream has been sent this subscription. Relaxed, because the flag guards no other memory.
  private let isStarted = Atomic<Bool>(false)

  @inlinable package init<Output, Failure: Error>(
    _ downstream: ErasedSubscriber<Output, Failure>, of operation: Any.Type
  ) {
    super.init(downstream, of: operation, trapsOnRequestForNone: false)
  }

  // MARK: Upstreams

  /// Subscribes to the other publisher.
  ///
  /// - Parameters:
  ///   - publisher: The other publisher.
  ///   - demand: What it is asked for.
  ///   - value: Receives a value.
  ///   - completion: Receives the completion.
  @inlinable package func subscribe<P: Publisher>(
    other publisher: P, _ demand: Subscribers.Demand, value: @escaping (P.Output) -> Void,
    completion: @escaping (Subscribers.Completion<P.Failure>) -> Void = { _ in }
  ) {
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        subscription: { [self] in _ = other.attach($0, requesting: demand) },
        value: { [self] in
          guard other.isOpen else { return 0 }
          let input: P.Output = $0.input()
          runInTurn { [self] in if !outstanding.isClosed { value(input) } }
          return 0
        },
        completion: { [self] received in if other.close() == .open { runInTurn { completion(received) } } }))
  }

  /// Cancels the other publisher, whose values count no more. Inside the serializer.
  @usableFromInline package func cancelOther() {
    serializer.assertEntered()
    if let subscription = other.detach().subscription { serializer.afterExit { subscription.cancel() } }
  }

  /// Subscribes to the upstream. If downstream has not been sent this subscription, it is when the upstream's has come.
  ///
  /// - Parameters:
  ///   - publisher: The upstream.
  ///   - decide: Decides on a value.
  @inlinable package func subscribe<P: Publisher, Output>(
    to publisher: P, decide: @escaping (borrowing P.Output) -> Decision<Output>
  ) {
    guard !outstanding.isClosed else { return }
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        subscription: { [self] in if upstream.attach($0) { sendSubscription() } },
        value: { [self] address in
          let thread = currentThread()
          guard serializer.enter(thread) else {
            let value: P.Output = address.input()
            runOrHandOver { [self] in
              let more = _withUnprotectedUnsafePointer(to: value) { receive($0, decide) }
              requestAfterExit(more)
            }
            return 0
          }
          let more = receive(address, decide)
          serializer.exit(thread)
          return more
        },
        completion: { [self] received in
          runInTurn { [self] in if upstream.close() == .open { end { $0.receive(completion: received) } } }
        }))
  }

  /// Receives a value of the upstream. Inside the serializer.
  ///
  /// - Returns: How many more it may send.
  @inlinable @inline(__always) package func receive<Input, Output>(
    _ address: UnsafeRawPointer, _ decide: (borrowing Input) -> Decision<Output>
  ) -> UInt {
    serializer.assertEntered()
    guard upstream.isOpen else { return 0 }
    switch address.borrow(decide) {
    case .emit(let output): return _withUnprotectedUnsafePointer(to: output) { emit($0) }
    case .forward: return emit(address)
    case .drop: return outstanding.isUnlimited ? 0 : 1
    case .hold, .emitAndComplete, .complete: preconditionFailure("A value is emitted, forwarded or dropped")
    }
  }

  @inlinable @inline(__always) package func emit(_ value: UnsafeRawPointer) -> UInt {
    if outstanding.isUnlimited {
      _ = downstream.onValue(value)
      return 0
    }
    return emitCounted(value)
  }

  @usableFromInline package func emitCounted(_ value: UnsafeRawPointer) -> UInt {
    guard outstanding.consume() else { return 0 }
    let more = downstream.onValue(value)
    outstanding.add(Subscribers.Demand(raw: more))
    return more
  }

  @usableFromInline package func requestAfterExit(_ more: UInt) {
    forward(Subscribers.Demand(raw: more)) { self.upstream.request($0) }
  }

  // MARK: Downstream

  /// Sends downstream this subscription, unless that has happened.
  @usableFromInline package func sendSubscription() {
    if !isStarted.exchange(true, ordering: .relaxed) { start() }
  }

  /// Completes and cancels both publishers; downstream gets the subscription first. Inside the serializer.
  @usableFromInline package func end(_ send: @escaping (RawSubscriber) -> Void) {
    serializer.assertEntered()
    sendSubscription()
    complete(send)
  }

  /// Completes and cancels both publishers. Inside the serializer.
  @inlinable package func end<Failure: Error>(with completion: Subscribers.Completion<Failure>) {
    end { $0.receive(completion: completion) }
  }

  @usableFromInline package override func handleRequest(_ demand: Subscribers.Demand) {
    outstanding.add(demand)
    upstream.request(demand)
  }

  /// Cancels the upstream, and then the other publisher.
  @usableFromInline package override func cancelUpstream() {
    upstream.cancel()
    other.cancel()
  }
}
