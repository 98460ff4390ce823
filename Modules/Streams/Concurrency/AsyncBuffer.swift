import Synchronization

/// A buffer between a publisher and the tasks that read its elements.
///
/// A publisher that answers a request for one element synchronously writes to the slot, which needs no lock and suspends no
/// task. All other elements and the completion go to the storage. Any number of tasks may wait. They are served in order.
@usableFromInline package final class AsyncBuffer<Element, Failure: Error>: @unchecked Sendable {
  // Sendable because the storage is locked and `phase` says whether the reader or the writer owns `slot`. Only the sole
  // owner of an `AsyncBufferReader` uses the slot, and deliveries to one subscriber do not overlap.
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let phase = Atomic<UInt8>(AsyncBuffer.shut)
  @usableFromInline @exclusivity(unchecked) package var slot: Element?
  /// Whether the storage may hold something.
  @usableFromInline package let hasStored = Atomic<Bool>(false)
  @usableFromInline package let storage = Locked(Storage())

  /// No request is pending.
  @inlinable @inline(__always) package static var shut: UInt8 { 0 }
  /// The reader has sent a request and reads the slot when the request returns.
  @inlinable @inline(__always) package static var asking: UInt8 { 1 }
  /// The slot holds an element for the reader.
  @inlinable @inline(__always) package static var full: UInt8 { 2 }

  @usableFromInline package struct Storage {
    var waiting = Deque<Element>()
    /// The tasks that wait.
    var readers = Deque<UnsafeContinuation<UnsafeTransfer<Answer>, Never>>()
    /// The number of elements to request when the subscription arrives.
    var owed = 0
    /// The number of tasks that have requested an element and do not wait yet. As many elements in the storage are theirs.
    var claims = 0
    var isOver = false
    var failure: Failure?

    @usableFromInline package init() {}

    mutating func takeReaders() -> Deque<UnsafeContinuation<UnsafeTransfer<Answer>, Never>> {
      defer { readers = Deque() }
      return readers
    }
  }

  @usableFromInline package typealias Answer = Result<Element?, Failure>
  private typealias Reader = UnsafeContinuation<UnsafeTransfer<Answer>, Never>

  @usableFromInline package init() {}

  @inlinable package static func open<P: Publisher>(_ publisher: P) -> AsyncBuffer
  where P.Output == Element, P.Failure == Failure {
    let buffer = AsyncBuffer()
    publisher.receive(
      subscriber: ErasedSubscriber<Element, Failure>(
        identity: buffer,
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
    if upstream.attach(subscription) { askIfOwed() }
  }

  private func askIfOwed() {
    let owed = storage.withLock { storage in
      defer { storage.owed = 0 }
      return storage.owed
    }
    if owed > 0 { upstream.request(.max(owed)) }
  }

  @inlinable @inline(__always) package func receive(_ value: UnsafeRawPointer) {
    // NB: not while the storage holds elements, so that they keep their order if the publisher exceeds the demand.
    if phase.load(ordering: .acquiring) == AsyncBuffer.asking, !hasStored.load(ordering: .relaxed), upstream.isOpen {
      slot = value.input(as: Element.self)
      if phase.compareExchange(
        expected: AsyncBuffer.asking, desired: AsyncBuffer.full, ordering: .acquiringAndReleasing
      )
      .exchanged {
        return
      }
      slot = nil
    }
    store(value.input())
  }

  @usableFromInline package func store(_ value: Element) {
    guard upstream.isOpen else { return }
    let reader = storage.withLock { storage -> Reader? in
      guard !storage.isOver else { return nil }
      if let reader = storage.readers.popFirst() { return reader }
      storage.waiting.append(value)
      hasStored.store(true, ordering: .releasing)
      return nil
    }
    reader?.resume(returning: UnsafeTransfer(.success(value)))
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.end() else { return }
    let readers = storage.withLock { storage in
      storage.isOver = true
      hasStored.store(true, ordering: .releasing)
      // Tasks that do not wait yet receive it too.
      if case .failure(let error) = completion, storage.readers.isEmpty || storage.claims > 0 {
        storage.failure = error
      }
      return storage.takeReaders()
    }
    switch completion {
    case .finished: resume(readers, returning: .success(nil))
    case .failure(let error): resume(readers, returning: .failure(error))
    }
  }

  private func resume(_ readers: Deque<Reader>, returning answer: Answer) {
    var readers = readers
    while let reader = readers.popFirst() { reader.resume(returning: UnsafeTransfer(answer)) }
  }

  // MARK: Readers

  /// Returns the next element if the publisher emits it synchronously. Only for the sole reader.
  ///
  /// - Parameters:
  ///   - subscription: The upstream's subscription.
  ///   - isRequested: Set to whether an element was requested.
  @inlinable @inline(__always) package func ask(_ subscription: any Subscription, _ isAsked: inout Bool) -> Element? {
    guard !hasStored.load(ordering: .acquiring), upstream.isOpen, !Task.isCancelled else { return nil }
    isAsked = true
    phase.store(AsyncBuffer.asking, ordering: .releasing)
    subscription.request(.max(1))
    if phase.load(ordering: .acquiring) != AsyncBuffer.full,
      phase.compareExchange(expected: AsyncBuffer.asking, desired: AsyncBuffer.shut, ordering: .acquiringAndReleasing)
        .exchanged
    {
      return nil
    }
    phase.store(AsyncBuffer.shut, ordering: .releasing)
    return slot.take()
  }

  /// Returns the next element, `nil` at the end, or the failure.
  ///
  /// - Parameter isRequested: Whether the element has been requested.
  @usableFromInline package func next(isAsked: Bool, isolation actor: isolated (any Actor)?) async -> Answer {
    if Task.isCancelled { cancel() }
    if let answer = storage.withLock({ isAsked ? answer(&$0) : answerOrClaim(&$0) }) { return answer }
    if !isAsked {
      if upstream.isOpen { askIfOwed() }
      if let answer = storage.withLock({ answer(&$0, toClaim: true) }) { return answer }
    }
    return await withTaskCancellationHandler(
      operation: {
        let handed = await withUnsafeContinuation(isolation: actor) { (reader: Reader) in
          let ready = storage.withLock { storage -> Answer? in
            if let ready = answer(&storage, toClaim: !isAsked) { return ready }
            if !isAsked { storage.claims -= 1 }
            storage.readers.append(reader)
            return nil
          }
          if let ready { reader.resume(returning: UnsafeTransfer(ready)) }
        }
        hasResumed()
        return handed.value
      }, onCancel: { cancel() }, isolation: actor)
  }

  /// Returns an element that no other task has requested, or the end. Otherwise registers a claim to an element.
  private func answerOrClaim(_ storage: inout Storage) -> Answer? {
    if storage.isOver || storage.waiting.count > storage.claims { return answer(&storage) }
    storage.claims += 1
    storage.owed += 1
    return nil
  }

  /// Returns an element, or the end, if there is one.
  ///
  /// - Parameter toClaim: Whether it fulfils a claim.
  private func answer(_ storage: inout Storage, toClaim: Bool = false) -> Answer? {
    let isFulfilled = !storage.waiting.isEmpty || storage.isOver
    if toClaim, isFulfilled { storage.claims -= 1 }
    if let value = storage.waiting.popFirst() {
      if storage.waiting.isEmpty, !storage.isOver { hasStored.store(false, ordering: .relaxed) }
      return .success(value)
    }
    guard storage.isOver else { return nil }
    guard let failure = storage.failure else { return .success(nil) }
    if storage.claims == 0 { storage.failure = nil }
    return .failure(failure)
  }

  @usableFromInline package func cancel() {
    upstream.cancel()
    let (readers, dropped) = storage.withLock { storage in
      storage.isOver = true
      hasStored.store(true, ordering: .releasing)
      defer { storage.waiting = Deque() }
      return (storage.takeReaders(), storage.waiting)
    }
    _ = dropped
    resume(readers, returning: .success(nil))
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
  @inlinable @inline(__always) package func ask(_ isAsked: inout Bool) -> Element? {
    isDirect ? buffer.ask(subscription, &isAsked) : nil
  }
}
