import Synchronization

/// Emits the values of several publishers of one type as they arrive: those that are there from the start, or those made from
/// the values of an outer publisher.
///
/// While downstream's demand is unlimited, so is what each inner publisher is asked for. Otherwise each is asked for one value
/// at a time, and a value without demand is queued.
@usableFromInline package final class MergeSubscription: FlattenSubscription, @unchecked Sendable {
  // Sendable because what is variable is behind a lock, or touched only inside the serializer.
  /// What the outer publisher is asked for at first; unless it is unlimited, one more at each completion of an inner.
  @usableFromInline package let limit: Subscribers.Demand

  /// The active inner subscriptions. Demand grows, and is read for a new one, under this lock, so that none is left out or
  /// asked twice.
  private let inners = Locked<[InnerSubscription]>([])
  /// Values without demand. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package var queue = Deque<QueuedInnerValue>()

  /// - Parameters:
  ///   - downstream: The downstream.
  ///   - operation: The type of the operator's publisher.
  ///   - limit: How many publishers may be active at a time, where they come from an outer publisher.
  ///   - trapsOnRequestForNone: Whether a request for no values is a programming error.
  @inlinable package init<Value, Failure: Error>(
    _ downstream: ErasedSubscriber<Value, Failure>, of operation: Any.Type, limit: Subscribers.Demand = .unlimited,
    trapsOnRequestForNone: Bool = false
  ) {
    self.limit = limit
    super.init(downstream, of: operation, trapsOnRequestForNone: trapsOnRequestForNone)
  }

  // MARK: Values

  /// Emits a value when it is its turn, or queues it.
  ///
  /// - Parameter inner: Where it comes from; `nil` for a value that an outer value led to without a subscription.
  /// - Returns: How many more that upstream may send.
  @inlinable @inline(__always) package func receive(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    let thread = currentThread()
    guard serializer.enter(thread) else { return emitLater(value, from: inner) }
    let more = emit(value, from: inner)
    serializer.exit(thread)
    return more
  }

  /// Emits a value, or queues it. Inside the serializer.
  ///
  /// - Returns: How many more that upstream may send.
  @inlinable @inline(__always) package func emit(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    serializer.assertEntered()
    guard outstanding.isUnlimited, queue.isEmpty else { return emitCounted(value, from: inner) }
    _ = downstream.onValue(value)
    // Relaxed, because the flag guards no other memory.
    return inner.map { $0.isUnlimited.load(ordering: .relaxed) ? 0 : takeUnlimited(of: $0) } ?? oneMore
  }

  @usableFromInline package func emitCounted(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    serializer.assertEntered()
    guard queue.isEmpty, outstanding.consume() else {
      guard !outstanding.isClosed else { return 0 }
      queue.append(QueuedInnerValue(value: copy(value), inner: inner))
      if waitForDemand() { fulfill() }
      return 0
    }
    outstanding.add(Subscribers.Demand(raw: downstream.onValue(value)))
    return answer(to: inner)
  }

  /// The demand that makes an inner subscription unlimited, if nothing has yet.
  @usableFromInline package func takeUnlimited(of inner: InnerSubscription) -> UInt {
    inner.isUnlimited.exchange(true, ordering: .relaxed) ? 0 : Subscribers.Demand.unlimited.raw
  }

  /// One, where the outer publisher is asked for a few values at a time.
  @inlinable package var oneMore: UInt { limit == .unlimited ? 0 : 1 }

  /// How many more an upstream may send after a value that has been delivered, or will be.
  private func answer(to inner: InnerSubscription?) -> UInt {
    guard let inner else { return oneMore }
    return outstanding.isUnlimited ? takeUnlimited(of: inner) : inner.isUnlimited.load(ordering: .relaxed) ? 0 : 1
  }

  /// Queues a value that must not wait for its turn.
  ///
  /// - Returns: How many more that upstream may send. A value that finds demand counts as delivered, so that the one that
  ///   its upstream may send next is not lost.
  @usableFromInline package func emitLater(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    let isBooked = outstanding.consume()
    let more = isBooked ? answer(to: inner) : 0
    let value = QueuedInnerValue(value: copy(value), inner: inner, isAnswered: isBooked)
    runOrHandOver { [self] in
      guard !outstanding.isClosed else { return }
      // In the order of the queue.
      if isBooked { outstanding.add(.max(1)) }
      queue.append(value)
      fulfill()
    }
    return more
  }

  /// Emits queued values while there is demand.
  @usableFromInline package override func fulfill() {
    serializer.assertEntered()
    repeat {
      while !queue.isEmpty, outstanding.consume() {
        guard let next = queue.popFirst() else { break }
        outstanding.add(Subscribers.Demand(raw: next.value.send(to: downstream)))
        if !next.isAnswered { requestAfterExit(answer(to: next.inner), from: next.inner) }
      }
    } while !queue.isEmpty && waitForDemand()
    if queue.isEmpty { stopWaitingForDemand() }
    completeIfDone()
  }

  /// Requests more from an inner subscription, or from the outer publisher.
  @usableFromInline package func requestAfterExit(_ more: UInt, from inner: InnerSubscription?) {
    forward(Subscribers.Demand(raw: more)) { [self] in
      if let inner { inner.upstream.request($0) } else { upstream.request($0) }
    }
  }

  // MARK: Inner publishers

  /// Adds an inner subscription.
  ///
  /// - Returns: Whether its publisher is to be subscribed.
  @usableFromInline package func add(_ inner: InnerSubscription) -> Bool {
    let demand = inners.withLock { inners -> Subscribers.Demand? in
      guard !outstanding.isClosed, !inner.upstream.isClosed else { return nil }
      inner.index = inners.count
      inners.append(inner)
      return outstanding.isUnlimited ? .unlimited : .max(1)
    }
    guard let demand else {
      inner.upstream.cancel()
      return false
    }
    if demand == .unlimited { _ = takeUnlimited(of: inner) }
    inner.upstream.request(demand)
    return true
  }

  /// Cancels one of the inner publishers; the others stay active. Inside the serializer, as the closures that decide are.
  @usableFromInline package func cancel(_ inner: InnerSubscription) {
    let subscription = inner.upstream.detach().subscription
    remove(inner)
    if let subscription { serializer.afterExit { subscription.cancel() } }
  }

  /// Ends an inner publisher that has added its own publishers to this.
  @usableFromInline package func finish(_ inner: InnerSubscription) {
    if inner.upstream.close() != .closed { runInTurn { self.remove(inner) } }
  }

  /// Requests another value from the outer publisher, because an inner one has ended.
  @inlinable package func requestOuter() { if limit != .unlimited { upstream.request(.max(1)) } }

  /// Removes an inner subscription that has ended. Inside the serializer.
  @usableFromInline package func remove(_ inner: InnerSubscription) {
    inners.withLock { inners in
      guard inner.index < inners.count, inners[inner.index] === inner else { return }
      let last = inners.removeLast()
      if last !== inner {
        last.index = inner.index
        inners[inner.index] = last
      }
    }
    completeIfDone()
  }

  @usableFromInline package override var isIdle: Bool { queue.isEmpty && inners.withLock { $0.isEmpty } }

  // MARK: Downstream

  @usableFromInline package override func handleRequest(_ demand: Subscribers.Demand) {
    let inners = inners.withLock { inners in
      outstanding.add(demand)
      return inners
    }
    fulfillIfWaiting()
    guard outstanding.isUnlimited, inners.contains(where: { !$0.isUnlimited.load(ordering: .relaxed) }) else { return }
    // After the serializer has been left, because a publisher that sends at once would have to queue all its values.
    runOrHandOver { [self] in serializer.afterExit { self.requestUnlimited(from: inners) } }
  }

  private func requestUnlimited(from inners: [InnerSubscription]) {
    for inner in inners where takeUnlimited(of: inner) > 0 { inner.upstream.request(.unlimited) }
  }

  /// Cancels the inner publishers, and then the outer one.
  @usableFromInline package override func cancelUpstream() {
    for inner in inners.exchange([]) { inner.upstream.cancel() }
    upstream.cancel()
  }

  @usableFromInline package override func takeContents() -> Any? { queue.takeAll() }
}

/// The subscription to one inner publisher of a merge.
@usableFromInline package final class InnerSubscription: InnerUpstream {
  /// The merge, for a publisher that is flattened.
  // Unowned, because it keeps this. The subscriber that has this as its owner keeps it alive.
  @usableFromInline package unowned(unsafe) let merge: MergeSubscription?
  /// Whether unlimited demand has been requested.
  @usableFromInline package let isUnlimited = Atomic<Bool>(false)
  // Unchecked because it is touched only under the lock of the inner subscriptions.
  @exclusivity(unchecked) var index = 0

  /// - Parameter merge: The merge, if a `flatMap` or a `merge` that is the publisher may add its publishers to it.
  @usableFromInline package init(of merge: MergeSubscription? = nil) {
    self.merge = merge
    super.init()
  }
}

/// A value that waits, and where it comes from.
@usableFromInline package struct QueuedInnerValue {
  let value: QueuedEvent
  let inner: InnerSubscription?
  /// Whether its upstream has been asked for the next value already.
  var isAnswered = false
}

// MARK: Upstreams

extension MergeSubscription {
  /// Subscribes to an inner publisher.
  @inlinable package func subscribe<P: Publisher>(to publisher: P) {
    let inner = InnerSubscription(of: self)
    subscribe(inner, to: publisher, isFlattened: limit == .unlimited) { [self] in
      inner.upstream.isOpen ? receive($0, from: inner) : 0
    }
  }

  /// Subscribes to an inner publisher and lets closures decide on its values and its completion.
  ///
  /// The closures run serialised with the closures of the other publishers.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - inner: The inner subscription, for `cancel(_:)`.
  ///   - completion: Receives the completion, and returns whether a failure ends the other publishers too.
  ///   - decide: Decides on a value.
  @inlinable package func subscribe<P: Publisher, Output>(
    to publisher: P, as inner: InnerSubscription = InnerSubscription(),
    completion: @escaping (Subscribers.Completion<P.Failure>) -> Bool = { _ in true },
    decide: @escaping (borrowing P.Output) -> Decision<Output>
  ) {
    subscribe(inner, to: publisher, completion: completion) { [self] address in
      guard inner.upstream.isOpen else { return 0 }
      let thread = currentThread()
      guard serializer.enter(thread) else {
        let value: P.Output = address.input()
        runOrHandOver { [self] in
          let more = _withUnprotectedUnsafePointer(to: value) { emit(decide(value), on: $0, from: inner) }
          requestAfterExit(more, from: inner)
        }
        return 0
      }
      let more = emit(address.borrow(decide), on: address, from: inner)
      serializer.exit(thread)
      return more
    }
  }

  @inlinable package func emit<Output>(
    _ decision: Decision<Output>, on address: UnsafeRawPointer, from inner: InnerSubscription
  ) -> UInt {
    switch decision {
    case .emit(let output): return _withUnprotectedUnsafePointer(to: output) { emit($0, from: inner) }
    case .forward: return emit(address, from: inner)
    // Relaxed, because the flag guards no other memory.
    case .drop: return inner.isUnlimited.load(ordering: .relaxed) ? 0 : 1
    case .hold, .emitAndComplete, .complete: preconditionFailure("An inner value is emitted, forwarded or dropped")
    }
  }

  /// Subscribes to an inner publisher.
  ///
  /// - Parameters:
  ///   - inner: The inner subscription.
  ///   - publisher: The publisher.
  ///   - isFlattened: Whether a `flatMap` or a `merge` there may add its publishers to this subscription.
  ///   - completion: Receives the completion, inside the serializer, and returns whether a failure is passed on.
  ///   - value: Receives the address of a value and returns the additional demand.
  @inlinable @inline(__always) package func subscribe<P: Publisher>(
    _ inner: InnerSubscription, to publisher: P, isFlattened: Bool = false,
    completion: @escaping (Subscribers.Completion<P.Failure>) -> Bool = { _ in true },
    value: @escaping (UnsafeRawPointer) -> UInt
  ) {
    let subscriber = ErasedSubscriber<P.Output, P.Failure>(
      owner: isFlattened ? inner : nil,
      subscription: { _ = inner.upstream.attach($0) },
      value: value,
      completion: { [self] received in
        guard inner.upstream.close() == .open else { return }
        runInTurn { [self] in
          if completion(received), case .failure = received { complete { $0.receive(completion: received) } }
          remove(inner)
          // After that, because a failure that is passed on cancels the outer publisher.
          if case .failure = received { serializer.afterExit { self.requestOuter() } }
        }
        if case .finished = received { requestOuter() }
      })
    if add(inner) { inner.subscribe { publisher.receive(subscriber: subscriber) } }
  }

  /// Subscribes to the outer publisher of a `flatMap` that is an inner publisher of this.
  ///
  /// - Parameters:
  ///   - publisher: The outer publisher.
  ///   - inner: The subscription to the inner publisher.
  ///   - value: Receives the address of a value. Calls never overlap.
  @inlinable package func subscribe<P: Publisher>(
    flattened publisher: P, as inner: InnerSubscription, value: @escaping (UnsafeRawPointer) -> UInt
  ) {
    _ = takeUnlimited(of: inner)
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        subscription: { _ = inner.upstream.attach($0, requesting: .unlimited) },
        value: { inner.upstream.isOpen ? value($0) : 0 },
        completion: { [self] received in
          guard inner.upstream.close() != .closed else { return }
          runInTurn { [self] in
            if case .failure = received { complete { $0.receive(completion: received) } }
            remove(inner)
          }
        }))
  }
}
