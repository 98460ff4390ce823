import Synchronization

/// Where a publisher leaves its values and a task fetches them.
///
/// A publisher that is asked for one value and answers at once puts it into the slot, which costs no lock and suspends no
/// task. Whatever else comes, and the end, goes into the storage. Any number of tasks may wait; they are served in order.
@usableFromInline package final class AsyncBuffer<Element, Failure: Error>: @unchecked Sendable {
  // NB: Sendable because the storage is behind its lock, and `slot` belongs to the one who reads while `phase` says so, and
  // else to the one who writes; only the sole owner of a `AsyncBufferReader` uses the slot, and deliveries to one subscriber
  // never overlap.
  @usableFromInline package let upstream = UpstreamSubscription()
  @usableFromInline package let phase = Atomic<UInt8>(AsyncBuffer.shut)
  @usableFromInline @exclusivity(unchecked) package var slot: Element?
  /// Whether there is anything in the storage.
  @usableFromInline package let hasStored = Atomic<Bool>(false)
  @usableFromInline package let storage = Locked(Storage())

  /// Nobody is asking.
  @inlinable @inline(__always) package static var shut: UInt8 { 0 }
  /// The reader asks; it looks into the slot when the publisher has been asked.
  @inlinable @inline(__always) package static var asking: UInt8 { 1 }
  /// There is a value in the slot, and it is the reader's.
  @inlinable @inline(__always) package static var full: UInt8 { 2 }

  @usableFromInline package struct Storage {
    var waiting = Deque<Element>()
    /// The tasks that wait.
    var readers = Deque<UnsafeContinuation<UnsafeTransfer<Answer>, Never>>()
    /// How many values are wanted that no subscription has been asked for yet.
    var owed = 0
    /// How many tasks have asked for a value and do not wait yet. As many of the values in the storage are theirs.
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

  // MARK: The publisher's side

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
    // NB: behind a storage, so that values keep their order even if their publisher sends more than it was asked for.
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
      // NB: tasks that do not wait yet get it too.
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

  // MARK: The reader's side

  /// The next value, if the publisher is asked for one at a time and answers at once. Only for the sole reader.
  ///
  /// - Parameters:
  ///   - subscription: The upstream's.
  ///   - isAsked: Set to whether the publisher has been asked.
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

  /// The next value, the end (`nil`), or the failure.
  ///
  /// - Parameter isAsked: Whether the publisher has been asked for it.
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

  /// A value that no other task has asked for, or the end; else the caller's claim to a value is noted.
  private func answerOrClaim(_ storage: inout Storage) -> Answer? {
    if storage.isOver || storage.waiting.count > storage.claims { return answer(&storage) }
    storage.claims += 1
    storage.owed += 1
    return nil
  }

  /// A value, or the end, if there is one.
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

/// Reads a buffer, and cancels its subscription when nobody reads it any more.
@usableFromInline package final class AsyncBufferReader<Element, Failure: Error>: @unchecked Sendable {
  // NB: Sendable because both are constant, and what a buffer and a subscription do may be asked of them on any thread.
  @usableFromInline package let buffer: AsyncBuffer<Element, Failure>
  /// Whether the subscription came at once.
  @usableFromInline package let isDirect: Bool
  /// That subscription: kept here too, so that to ask costs neither a lock nor a retain. Nothing upstream refers to the
  /// reader, so this makes no cycle.
  @usableFromInline package let subscription: any Subscription

  @usableFromInline package init(_ buffer: AsyncBuffer<Element, Failure>) {
    self.buffer = buffer
    let current = buffer.upstream.current
    isDirect = current != nil
    subscription = current ?? Subscriptions.empty
  }

  deinit { buffer.cancel() }

  /// The next value, if it can be had at once.
  @inlinable @inline(__always) package func ask(_ isAsked: inout Bool) -> Element? {
    isDirect ? buffer.ask(subscription, &isAsked) : nil
  }
}
