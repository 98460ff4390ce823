/// The base of the subscriptions that emit the values of several publishers of one type: of those that are there from the start, or
/// of those that are made from the values of an outer publisher.
@usableFromInline package class FlattenSubscription: MultiUpstreamSubscription, @unchecked Sendable {
  // Sendable because what is variable is touched only inside the serializer.
  /// Copies a value that waits.
  @usableFromInline package final let copy: (UnsafeRawPointer) -> QueuedEvent
  /// Whether no more publishers will be added.
  @exclusivity(unchecked) private final var hasFinishedAdding = false

  @inlinable package override init<Value, Failure: Error>(
    _ downstream: ErasedSubscriber<Value, Failure>, of operation: Any.Type, trapsOnRequestForNone: Bool
  ) {
    copy = QueuedValue<Value>.copy
    super.init(downstream, of: operation, trapsOnRequestForNone: trapsOnRequestForNone)
  }

  /// Whether no value waits and no publisher is active. Inside the serializer.
  @usableFromInline package var isIdle: Bool { true }

  /// Declares that no more publishers will be added: this completes when those that are active have.
  @usableFromInline package final func finishAdding() {
    runInTurn { [self] in
      hasFinishedAdding = true
      completeIfDone()
    }
  }

  @usableFromInline package final func completeIfDone() {
    if hasFinishedAdding, isIdle { complete(sendFinished) }
  }

  /// Sends downstream this subscription, and then subscribes to the outer publisher, from whose values inner publishers are
  /// made.
  ///
  /// - Parameters:
  ///   - publisher: The outer publisher.
  ///   - demand: What it is asked for.
  ///   - value: Receives the address of a value and returns how many more the outer publisher may send. Calls never overlap. It
  ///     ignores a value unless `upstream` is open.
  // NB: the value closure is not wrapped in one that looks whether `upstream` is open, which would cost every value another call.
  @inlinable @inline(__always) package final func subscribe<P: Publisher>(
    outer publisher: P, requesting demand: Subscribers.Demand = .unlimited, value: @escaping (UnsafeRawPointer) -> UInt
  ) {
    start()
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        subscription: { [self] in _ = upstream.attach($0, requesting: demand) },
        value: value,
        completion: { [self] in
          guard upstream.close() != .closed else { return }
          if case .finished = $0 { finishAdding() } else { complete(with: $0) }
        }))
  }
}
