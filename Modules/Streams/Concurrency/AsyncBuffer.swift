import Synchronization

/// Who may use the slot of a buffer.
// Not inside the buffer's type, which is generic, so that it needs no look-up of its metadata.
@usableFromInline package enum SlotPhase: UInt8, AtomicRepresentable, Sendable {
  /// No request is pending.
  case idle
  /// The reader has sent a request and reads the slot when the request returns.
  case requested
  /// The slot holds an element for the reader.
  case filled

  // NB: without this, each load checks that there is such a case.
  @inlinable @inline(__always) package init(rawValue: UInt8) { self = unsafeBitCast(rawValue, to: SlotPhase.self) }
}

/// A buffer between a publisher and the tasks that read its elements.
///
/// A publisher that answers a request for one element synchronously writes to the slot, which needs no lock and suspends no
/// task. All other elements and the completion go to the storage. Any number of tasks may wait. They are served in order.
@usableFromInline package final class AsyncBuffer<Element, Failure: Error>: @unchecked Sendable {
  // Sendable because the storage is locked and `phase` says whether the reader or the writer owns `slot`. Only the sole
  // owner of an `AsyncBufferReader` uses the slot, and deliveries to one subscriber do not overlap.
  @usableFromInline package let upstream = UpstreamSubscription()
  /// The owner of the slot. Each side writes the slot before a releasing store and reads it after an acquiring load.
  @usableFromInline package let phase = Atomic(SlotPhase.idle)
  @usableFromInline @exclusivity(unchecked) package var slot: Element?
  /// Whether the storage may hold something. The reader's acquiring load pairs with the releasing stores.
  @usableFromInline package let hasStored = Atomic<Bool>(false)
  @usableFromInline package let storage = Locked(Storage())

  @usableFromInline package struct Storage {
    var elements = Deque<Element>()
    /// The tasks that wait.
    var continuations = Deque<UnsafeContinuation<UnsafeTransfer<NextResult>, Never>>()
    /// The number of elements to request when the subscription arrives.
    var pendingDemand = 0
    /// The number of tasks that have requested an element and do not wait yet. As many elements in the storage are theirs.
    var claims = 0
    var isClosed = false
    var failure: Failure?

    @usableFromInline package init() {}

    mutating func takeContinuations() -> Deque<UnsafeContinuation<UnsafeTransfer<NextResult>, Never>> {
      defer { continuations = Deque() }
      return continuations
    }
  }

  @usableFromInline package typealias NextResult = Result<Element?, Failure>
  private typealias Continuation = UnsafeContinuation<UnsafeTransfer<NextResult>, Never>

  @usableFromInline package init() {}

  @inlinable package static func open<P: Publisher>(_ publisher: P) -> AsyncBuffer
  where P.Output == Element, P.Failure == Failure {
    let buffer = AsyncBuffer()
    publisher.receive(
      subscriber: ErasedSubscriber<Element, Failure>(
        subscription: { buffer.receive(subscription: $0) },
        value: {
          buffer.receive($0)
          return 0
        },
        completion: { buffer.receive(completion: $0) }))
    return buffer
  }

  // MARK: Upstream

  @usableFromInline package func receive(subscription: any Subscription) {
    if upstream.attach(subscription) { requestPending() }
  }

  private func requestPending() {
    let pendingDemand = storage.withLock { storage in
      defer { storage.pendingDemand = 0 }
      return storage.pendingDemand
    }
    if pendingDemand > 0 { upstream.request(.max(pendingDemand)) }
  }

  @inlinable @inline(__always) package func receive(_ value: UnsafeRawPointer) {
    // NB: not while the storage holds elements, so that they keep their order if the publisher exceeds the demand.
    if phase.load(ordering: .acquiring) == .requested, !hasStored.load(ordering: .relaxed), upstream.isOpen {
      slot = value.input(as: Element.self)
      if move(to: .filled) { return }
      slot = nil
    }
    store(value.input())
  }

  /// Ends the phase ``requested``, if the other side has not.
  @inlinable @inline(__always) package func move(to new: SlotPhase) -> Bool {
    phase.compareExchange(expected: .requested, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  @usableFromInline package func store(_ value: Element) {
    // Accepted before a subscription too, because a stub in a test may not send one.
    guard !upstream.isClosed else { return }
    let continuation = storage.withLock { storage -> Continuation? in
      guard !storage.isClosed else { return nil }
      if let continuation = storage.continuations.popFirst() { return continuation }
      storage.elements.append(value)
      hasStored.store(true, ordering: .releasing)
      return nil
    }
    continuation?.resume(returning: UnsafeTransfer(.success(value)))
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.close() != .closed else { return }
    let continuations = storage.withLock { storage in
      storage.isClosed = true
      hasStored.store(true, ordering: .releasing)
      // Tasks that do not wait yet receive it too.
      if case .failure(let error) = completion, storage.continuations.isEmpty || storage.claims > 0 {
        storage.failure = error
      }
      return storage.takeContinuations()
    }
    switch completion {
    case .finished: resume(continuations, returning: .success(nil))
    case .failure(let error): resume(continuations, returning: .failure(error))
    }
  }

  private func resume(_ continuations: Deque<Continuation>, returning result: NextResult) {
    var continuations = continuations
    while let continuation = continuations.popFirst() { continuation.resume(returning: UnsafeTransfer(result)) }
  }

  // MARK: Readers

  /// Returns the next element if the publisher emits it synchronously. Only for the sole reader.
  ///
  /// - Parameters:
  ///   - subscription: The upstream's subscription.
  ///   - isRequested: Set to whether an element was requested.
  @inlinable @inline(__always)
  package func requestNext(_ subscription: any Subscription, _ isRequested: inout Bool) -> Element? {
    guard !hasStored.load(ordering: .acquiring), upstream.isOpen, !Task.isCancelled else { return nil }
    isRequested = true
    phase.store(.requested, ordering: .releasing)
    subscription.request(.max(1))
    if phase.load(ordering: .acquiring) != .filled, move(to: .idle) { return nil }
    phase.store(.idle, ordering: .releasing)
    return slot.take()
  }

  /// Returns the next element, `nil` at the end, or the failure.
  ///
  /// - Parameter isRequested: Whether the element has been requested.
  @usableFromInline package func next(isRequested: Bool, isolation actor: isolated (any Actor)?) async -> NextResult {
    if Task.isCancelled { cancel() }
    if let result = storage.withLock({ isRequested ? takeResult(&$0) : takeResultOrClaim(&$0) }) { return result }
    if !isRequested {
      if upstream.isOpen { requestPending() }
      if let result = storage.withLock({ takeResult(&$0, toClaim: true) }) { return result }
    }
    return await withTaskCancellationHandler(
      operation: {
        let received = await withUnsafeContinuation(isolation: actor) { (continuation: Continuation) in
          let result = storage.withLock { storage -> NextResult? in
            if let result = takeResult(&storage, toClaim: !isRequested) { return result }
            if !isRequested { storage.claims -= 1 }
            storage.continuations.append(continuation)
            return nil
          }
          if let result { continuation.resume(returning: UnsafeTransfer(result)) }
        }
        hasResumed()
        return received.value
      }, onCancel: { cancel() }, isolation: actor)
  }

  /// Returns an element that no other task has requested, or the end. Otherwise registers a claim to an element.
  private func takeResultOrClaim(_ storage: inout Storage) -> NextResult? {
    if storage.isClosed || storage.elements.count > storage.claims { return takeResult(&storage) }
    storage.claims += 1
    storage.pendingDemand += 1
    return nil
  }

  /// Returns an element, or the end, if there is one.
  ///
  /// - Parameter toClaim: Whether it fulfils a claim.
  private func takeResult(_ storage: inout Storage, toClaim: Bool = false) -> NextResult? {
    let isFulfilled = !storage.elements.isEmpty || storage.isClosed
    if toClaim, isFulfilled { storage.claims -= 1 }
    if let value = storage.elements.popFirst() {
      if storage.elements.isEmpty, !storage.isClosed { hasStored.store(false, ordering: .relaxed) }
      return .success(value)
    }
    guard storage.isClosed else { return nil }
    guard let failure = storage.failure else { return .success(nil) }
    if storage.claims == 0 { storage.failure = nil }
    return .failure(failure)
  }

  @usableFromInline package func cancel() {
    upstream.cancel()
    let (continuations, dropped) = storage.withLock { storage in
      storage.isClosed = true
      hasStored.store(true, ordering: .releasing)
      defer { storage.elements = Deque() }
      return (storage.takeContinuations(), storage.elements)
    }
    _ = dropped
    resume(continuations, returning: .success(nil))
  }
}

/// Reads a buffer, and cancels its subscription when it is released.
@usableFromInline package final class AsyncBufferReader<Element, Failure: Error>: @unchecked Sendable {
  // Sendable because its properties are constant, and a buffer and a subscription are thread-safe.
  @usableFromInline package let buffer: AsyncBuffer<Element, Failure>
  /// Whether the subscription arrived synchronously.
  @usableFromInline package let isDirect: Bool
  /// The subscription, so that a request needs neither a lock nor a retain. Nothing upstream refers to the reader, so this is
  /// not a cycle.
  @usableFromInline package let subscription: any Subscription

  @usableFromInline package init(_ buffer: AsyncBuffer<Element, Failure>) {
    self.buffer = buffer
    let current = buffer.upstream.current
    isDirect = current != nil
    subscription = current ?? Subscriptions.empty
  }

  deinit { buffer.cancel() }

  /// Returns the next element if the publisher emits it synchronously.
  @inlinable @inline(__always) package func requestNext(_ isRequested: inout Bool) -> Element? {
    isDirect ? buffer.requestNext(subscription, &isRequested) : nil
  }
}
