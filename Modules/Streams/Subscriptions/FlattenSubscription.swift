import Synchronization

/// How the values of several publishers become one stream.
@usableFromInline package enum FlattenStrategy {
  /// All publishers are active at once. The outer publisher, if there is one, is asked for this many at a time.
  case merge(Subscribers.Demand)
  /// One publisher is active at a time, the newest.
  case latest
}

/// Flattens several publishers of one type: those that are there from the start, or those made from the values of an outer
/// publisher.
///
/// While downstream's demand is unlimited, so is what each inner publisher is asked for. Otherwise each is asked for one value
/// at a time, and a value without demand is queued; with ``FlattenStrategy/latest`` the inner publisher is asked for exactly
/// downstream's demand.
@usableFromInline package final class FlattenSubscription: MultiUpstreamSubscription, @unchecked Sendable {
  // Sendable because what is variable is behind a lock, or touched only inside the serializer.
  /// Copies a value into the queue.
  @usableFromInline package let copy: (UnsafeRawPointer) -> QueuedEvent
  @usableFromInline package let isLatest: Bool
  /// What the outer publisher is asked for at first; unless it is unlimited, one more at each completion of an inner.
  @usableFromInline package let limit: Subscribers.Demand

  /// The active inner subscriptions. Demand grows, and is read for a new one, under this lock, so that none is left out or
  /// asked twice.
  private let inners = Locked<[InnerSubscription]>([])
  /// Whether a publisher has been subscribed since the last single value. Only the outer publisher's values touch it.
  @usableFromInline @exclusivity(unchecked) package var hasInner = false
  /// Values without demand. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package var queue = Deque<(value: QueuedEvent, inner: InnerSubscription?)>()
  /// Whether no more publishers will be added. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package var isClosed = false

  @inlinable package init<Value, Failure: Error>(
    _ downstream: ErasedSubscriber<Value, Failure>, of operation: Any.Type,
    strategy: FlattenStrategy = .merge(.unlimited), needsDemand: Bool = false
  ) {
    switch strategy {
    case .merge(let limit): (isLatest, self.limit) = (false, limit)
    case .latest: (isLatest, limit) = (true, .unlimited)
    }
    copy = QueuedValue<Value>.copy
    super.init(downstream, of: operation, needsDemand: needsDemand)
  }

  // MARK: Values

  /// Emits a value, or queues it.
  ///
  /// - Parameter inner: Where it comes from; `nil` for a value that an outer value led to without a subscription.
  /// - Returns: How many more that upstream may send.
  @inlinable @inline(__always) package func receive(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    guard serializer.tryEnter(Serializer.anyOwner) else { return enqueue(value, from: inner) }
    let more = emit(value, from: inner)
    serializer.exit(Serializer.anyOwner)
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

  /// The demand that makes an inner subscription unlimited, if nothing has yet.
  @usableFromInline package func takeUnlimited(of inner: InnerSubscription) -> UInt {
    inner.isUnlimited.exchange(true, ordering: .relaxed) ? 0 : Subscribers.Demand.unlimited.raw
  }

  /// One, where the outer publisher is asked for a few values at a time.
  @inlinable package var oneMore: UInt { limit == .unlimited ? 0 : 1 }

  @usableFromInline package func emitCounted(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    serializer.assertEntered()
    guard queue.isEmpty, outstanding.consume() else {
      if !outstanding.isClosed { queue.append((copy(value), inner)) }
      return 0
    }
    return handleAnswer(downstream.onValue(value), to: inner)
  }

  /// Adds what a delivery has requested.
  ///
  /// - Returns: How many more the value's upstream may send.
  private func handleAnswer(_ more: UInt, to inner: InnerSubscription?) -> UInt {
    let demand = Subscribers.Demand(raw: more)
    if isLatest {
      guard demand > .none, let newest = add(demand).last else { return 0 }
      if newest === inner { return outstanding.isUnlimited ? takeUnlimited(of: newest) : more }
      // A newer one, subscribed during the delivery, does not know of this demand.
      request(more, from: newest)
      return 0
    }
    outstanding.add(demand)
    guard let inner else { return oneMore }
    return outstanding.isUnlimited ? takeUnlimited(of: inner) : inner.isUnlimited.load(ordering: .relaxed) ? 0 : 1
  }

  /// Adds to the outstanding demand.
  ///
  /// - Returns: The inner subscriptions that do not know of it.
  private func add(_ demand: Subscribers.Demand) -> [InnerSubscription] {
    inners.withLock { inners in
      outstanding.add(demand)
      return inners
    }
  }

  @usableFromInline package func enqueue(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    let value = copy(value)
    enqueue { [self] in
      guard !outstanding.isClosed else { return }
      queue.append((value, inner))
      drain()
    }
    return 0
  }

  /// Emits queued values while there is demand.
  private func drain() {
    serializer.assertEntered()
    while !queue.isEmpty, outstanding.consume() {
      guard let next = queue.popFirst() else { return }
      request(handleAnswer(next.value.send(to: downstream), to: next.inner), from: next.inner)
    }
    completeIfDone()
  }

  /// Requests more from an inner subscription, or from the outer publisher.
  @usableFromInline package func request(_ more: UInt, from inner: InnerSubscription?) {
    forward(Subscribers.Demand(raw: more)) { [self] in
      if let inner { inner.upstream.request($0) } else { upstream.request($0) }
    }
  }

  // MARK: Inner publishers

  /// Adds an inner subscription. With ``FlattenStrategy/latest`` the one before it is cancelled first.
  ///
  /// - Returns: Whether its publisher is to be subscribed.
  @usableFromInline package func add(_ inner: InnerSubscription) -> Bool {
    if isLatest {
      hasInner = true
      cancelInners()
      // A queued value of a replaced inner publisher is stale.
      enqueue { self.queue.removeAll() }
    }
    let demand = inners.withLock { inners -> Subscribers.Demand? in
      guard !outstanding.isClosed else { return nil }
      inner.index = inners.count
      inners.append(inner)
      return isLatest || outstanding.isUnlimited ? outstanding.value : .max(1)
    }
    guard let demand else {
      inner.upstream.cancel()
      return false
    }
    if demand == .unlimited ? takeUnlimited(of: inner) > 0 : demand > .none { inner.upstream.request(demand) }
    return true
  }

  private func cancelInners() { for inner in inners.exchange([]) { inner.upstream.cancel() } }

  /// With ``FlattenStrategy/latest``, takes the one value of a publisher in place of a subscription to it.
  ///
  /// - Parameter value: The value; `nil` for a publisher without one.
  @usableFromInline package func receiveLatest(_ value: UnsafeRawPointer?) {
    if hasInner {
      hasInner = false
      cancelInners()
    }
    guard serializer.tryEnter(Serializer.anyOwner) else {
      enqueue { self.queue.removeAll() }
      if let value { _ = enqueue(value, from: nil) }
      return
    }
    if !queue.isEmpty { queue.removeAll() }
    if let value { _ = emit(value, from: nil) }
    serializer.exit(Serializer.anyOwner)
  }

  /// Cancels one of the inner publishers; the others stay active.
  @usableFromInline package func cancel(_ inner: InnerSubscription) {
    inner.upstream.cancel()
    enqueue { self.remove(inner) }
    requestOuter()
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

  /// Declares that no more publishers will be added: this completes when those that are active have.
  @usableFromInline package func close() {
    enqueue { [self] in
      isClosed = true
      completeIfDone()
    }
  }

  private func completeIfDone() {
    if isClosed, queue.isEmpty, inners.withLock({ $0.isEmpty }) { complete(sendFinished) }
  }

  // MARK: Downstream

  /// Requests from the inner publishers at once: a request from inside a delivery may send its values there.
  @usableFromInline package override func handleRequest(_ demand: Subscribers.Demand) {
    let inners = add(demand)
    serializer.enqueue { self.drain() }
    if outstanding.isUnlimited {
      // Pairs with the store in `start(after:)`.
      guard isStarted.load(ordering: .acquiring) else { return requestUnlimitedAfterStart(from: inners) }
      requestUnlimited(from: inners)
    } else if isLatest {
      for inner in inners { inner.upstream.request(demand) }
    }
  }

  /// Requests unlimited when the subscription has started: until then all values would have to be queued.
  private func requestUnlimitedAfterStart(from inners: [InnerSubscription]) {
    guard !inners.isEmpty else { return }
    enqueue { [self] in serializer.afterExit { self.requestUnlimited(from: inners) } }
  }

  private func requestUnlimited(from inners: [InnerSubscription]) {
    for inner in inners where takeUnlimited(of: inner) > 0 { inner.upstream.request(.unlimited) }
  }

  @usableFromInline package override func cancelUpstream() {
    upstream.cancel()
    cancelInners()
  }

  @usableFromInline package override func releaseContents() { queue.removeAll() }
}

/// The subscription to one inner publisher.
@usableFromInline package final class InnerSubscription {
  @usableFromInline package let upstream = UpstreamSubscription()
  /// Whether unlimited demand has been requested.
  @usableFromInline package let isUnlimited = Atomic<Bool>(false)
  // Unchecked because it is touched only under the lock of the inner subscriptions.
  @exclusivity(unchecked) var index = 0

  @usableFromInline package init() {}
}

// MARK: Upstreams

extension FlattenSubscription {
  /// Subscribes to inner publishers.
  @inlinable @inline(__always) package func subscribe<each P: Publisher>(toAll publisher: repeat each P) {
    repeat subscribe(to: each publisher)
  }

  /// Subscribes to an inner publisher.
  @inlinable package func subscribe<P: Publisher>(to publisher: P) {
    let inner = InnerSubscription()
    subscribe(inner, to: publisher) { [self] in inner.upstream.isOpen ? receive($0, from: inner) : 0 }
  }

  /// Subscribes to an inner publisher and lets closures decide on its values and its completion.
  ///
  /// The closures run serialised with the closures of the other publishers.
  ///
  /// - Parameters:
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
      guard serializer.tryEnter(Serializer.anyOwner) else {
        let value: P.Output = address.input()
        enqueue { [self] in
          request(_withUnprotectedUnsafePointer(to: value) { emit(decide(value), on: $0, from: inner) }, from: inner)
        }
        return 0
      }
      let more = emit(address.borrow(decide), on: address, from: inner)
      serializer.exit(Serializer.anyOwner)
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
  ///   - completion: Receives the completion, inside the serializer, and returns whether a failure is passed on.
  ///   - value: Receives the address of a value and returns the additional demand.
  @inlinable @inline(__always) package func subscribe<P: Publisher>(
    _ inner: InnerSubscription, to publisher: P,
    completion: @escaping (Subscribers.Completion<P.Failure>) -> Bool = { _ in true },
    value: @escaping (UnsafeRawPointer) -> UInt
  ) {
    let subscriber = ErasedSubscriber<P.Output, P.Failure>(
      subscription: { _ = inner.upstream.attach($0) },
      value: value,
      completion: { [self] received in
        guard inner.upstream.close() else { return }
        enqueue { [self] in
          if completion(received), case .failure = received { complete { $0.receive(completion: received) } }
          remove(inner)
          // After that, because a failure that is passed on cancels the outer publisher.
          if case .failure = received { serializer.afterExit { self.requestOuter() } }
        }
        if case .finished = received { requestOuter() }
      })
    if add(inner) { publisher.receive(subscriber: subscriber) }
  }

  /// Subscribes to the outer publisher, from whose values inner publishers are made.
  ///
  /// - Parameter value: Receives the address of a value and returns how many more the outer publisher may send. Calls never
  ///   overlap.
  @inlinable @inline(__always)
  package func subscribe<P: Publisher>(outer publisher: P, value: @escaping (UnsafeRawPointer) -> UInt) {
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        subscription: { [self] in
          guard upstream.attach($0) else { return }
          start()
          if limit > .none { upstream.request(limit) }
        },
        value: { [self] in upstream.isOpen ? value($0) : 0 },
        completion: { [self] in
          guard upstream.close() else { return }
          if case .finished = $0 { close() } else { complete(with: $0) }
        }))
  }

  /// Subscribes to a publisher whose values are not part of the output.
  ///
  /// Both closures run serialised with the closures of the other publishers.
  ///
  /// - Parameters:
  ///   - demand: What it is asked for.
  ///   - value: Receives a value.
  ///   - completion: Receives the completion.
  @inlinable package func subscribe<P: Publisher>(
    trigger publisher: P, _ demand: Subscribers.Demand, value: @escaping (P.Output) -> Void,
    completion: @escaping (Subscribers.Completion<P.Failure>) -> Void = { _ in }
  ) {
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        subscription: { [self] in if upstream.attach($0) { upstream.request(demand) } },
        value: { [self] in
          guard upstream.isOpen else { return 0 }
          let input: P.Output = $0.input()
          enqueue { value(input) }
          return 0
        },
        completion: { [self] end in if upstream.close() { enqueue { completion(end) } } }))
  }
}
