/// Emits the values of the newest of several publishers, which are made from the values of an outer publisher.
///
/// A new inner publisher closes the one before it, without waiting for a delivery of its values. Whether an inner publisher is
/// closed is checked inside the serializer: so no value of an old one follows a value of a newer one. The inner publisher is
/// asked for exactly the demand that is outstanding, the outer one for unlimited.
///
/// Where an inner publisher is a `switchToLatest` too, it gets no subscription of that kind: its values make inner publishers of
/// this one. So the inner subscriptions form a stack. The first was made of a value of the outer publisher, each other one of a
/// value of the one before it, its parent, and the last emits. A new one replaces all that follow its parent. One that completes
/// leaves the stack, and those that follow it stay.
@usableFromInline package final class LatestSubscription: FlattenSubscription, @unchecked Sendable {
  // Sendable because what is variable is behind the lock, or touched only inside the serializer.
  /// The stack of inner subscriptions. Demand grows, and is read for a new one, under this lock, so that it is neither left out nor
  /// asked twice.
  private let inners = Locked<[LatestInner]>([])
  /// Whether a publisher has been subscribed since the last single value of the outer publisher. Only its values touch it.
  @usableFromInline @exclusivity(unchecked) package var hasInner = false
  /// A single value that waits for demand. Only inside the serializer.
  @usableFromInline @exclusivity(unchecked) package var waiting: QueuedEvent?

  @inlinable package init<Value, Failure: Error>(
    _ downstream: ErasedSubscriber<Value, Failure>, of operation: Any.Type
  ) {
    super.init(downstream, of: operation, trapsOnRequestForNone: true)
  }

  // MARK: Values

  /// Emits a value of an inner publisher when it is its turn, if that is still the newest.
  ///
  /// - Returns: How many more it may send.
  @inlinable @inline(__always) package func receive(_ value: UnsafeRawPointer, from inner: LatestInner) -> UInt {
    let thread = currentThread()
    guard serializer.enter(thread) else {
      emitLater(copy(value), from: inner)
      return 0
    }
    let more = inner.upstream.isClosed ? 0 : emit(value, from: inner)
    serializer.exit(thread)
    return more
  }

  /// Emits a value; without demand it is dropped. Inside the serializer.
  @inlinable @inline(__always) package func emit(_ value: UnsafeRawPointer, from inner: LatestInner?) -> UInt {
    serializer.assertEntered()
    if outstanding.isUnlimited {
      _ = downstream.onValue(value)
      return 0
    }
    return emitCounted(value, from: inner)
  }

  @usableFromInline package func emitCounted(_ value: UnsafeRawPointer, from inner: LatestInner?) -> UInt {
    outstanding.consume() ? addDemand(downstream.onValue(value), ofDeliveryFrom: inner) : 0
  }

  /// Books what a delivery has requested, and requests it from the newest inner publisher.
  ///
  /// - Returns: How many more the inner publisher of the delivered value may send.
  private func addDemand(_ more: UInt, ofDeliveryFrom inner: LatestInner?) -> UInt {
    guard more > 0 else { return 0 }
    let demand = Subscribers.Demand(raw: more)
    let top = add(demand)
    if top === inner { return more }
    // A newer one, subscribed during the delivery, does not know of this demand.
    if let top { forward(demand) { top.upstream.request($0) } }
    return 0
  }

  /// Adds to the outstanding demand.
  ///
  /// - Returns: The inner subscription that does not know of it.
  private func add(_ demand: Subscribers.Demand) -> LatestInner? {
    inners.withLock { inners in
      outstanding.add(demand)
      // A parent has been asked for unlimited.
      return inners.last?.isParent == true ? nil : inners.last
    }
  }

  /// Queues a value that must not wait for its turn.
  @usableFromInline package func emitLater(_ value: QueuedEvent, from inner: LatestInner) {
    runOrHandOver { [self] in
      guard !inner.upstream.isClosed, outstanding.consume() else { return }
      let more = addDemand(value.send(to: downstream), ofDeliveryFrom: inner)
      forward(Subscribers.Demand(raw: more)) { inner.upstream.request($0) }
    }
  }

  // MARK: Inner publishers

  /// Replaces the inner publisher that was made of a value of the outer publisher, or of a parent.
  ///
  /// - Returns: Whether the publisher is to be subscribed.
  @usableFromInline package func replaceInner(of parent: LatestInner?, with inner: LatestInner) -> Bool {
    if parent == nil { hasInner = true }
    cancelInner(of: parent)
    // A value of the publisher before it is stale.
    runOrHandOver { [self] in
      guard parent?.upstream.isClosed != true, let stale = waiting.take() else { return }
      stopWaitingForDemand()
      serializer.afterExit { withExtendedLifetime(stale) {} }
    }
    let demand = inners.withLock { inners -> Subscribers.Demand? in
      // Another thread may have replaced the parent.
      guard !outstanding.isClosed, inners.last === parent else { return nil }
      inners.append(inner)
      return outstanding.value
    }
    guard let demand else {
      inner.upstream.cancel()
      return false
    }
    if demand > .none { inner.upstream.request(demand) }
    return true
  }

  /// Cancels all that follow a parent, or the whole stack.
  private func cancelInner(of parent: LatestInner? = nil) {
    let cancelled = inners.withLock { inners in
      var start = 0
      if let parent { start = inners.lastIndex { $0 === parent }.map { $0 + 1 } ?? inners.count }
      // Not replaced, so that the array keeps its memory for the next ones.
      defer { inners.removeSubrange(start...) }
      return Array(inners[start...])
    }
    // The newest first.
    for inner in cancelled.reversed() { inner.upstream.cancel() }
  }

  /// Takes the one value of a publisher in place of a subscription to it.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` for a publisher without one.
  ///   - parent: Of whose value the publisher was made, if not of the outer publisher's.
  @usableFromInline package func receiveSingle(_ value: UnsafeRawPointer?, of parent: LatestInner? = nil) {
    // NB: only what the outer publisher sends may read the flag; a parent is asked for first.
    if parent != nil || hasInner {
      if parent == nil { hasInner = false }
      cancelInner(of: parent)
    }
    let thread = currentThread()
    if serializer.enter(thread) {
      if parent?.upstream.isClosed != true { emitSingle(value) }
      serializer.exit(thread)
    } else {
      let value = value.map(copy)
      runOrHandOver { [self] in
        guard parent?.upstream.isClosed != true else { return }
        waiting = value
        fulfill()
      }
    }
  }

  @inline(__always) private func emitSingle(_ value: UnsafeRawPointer?) {
    if waiting != nil {
      waiting = nil
      stopWaitingForDemand()
    }
    guard let value else { return }
    if outstanding.isUnlimited {
      _ = downstream.onValue(value)
    } else if !outstanding.isClosed {
      waiting = copy(value)
      fulfill()
    }
  }

  /// Emits the single value that waits, if there is demand.
  @usableFromInline package override func fulfill() {
    serializer.assertEntered()
    repeat {
      guard let value = waiting, outstanding.consume() else { continue }
      waiting = nil
      _ = addDemand(value.send(to: downstream), ofDeliveryFrom: nil)
    } while waiting != nil && waitForDemand()
    if waiting == nil { stopWaitingForDemand() }
    completeIfDone()
  }

  /// Handles the completion of an inner publisher.
  @inlinable package func innerDidComplete<Failure: Error>(
    _ inner: LatestInner, _ completion: Subscribers.Completion<Failure>
  ) {
    runInTurn { [self] in
      guard inner.upstream.close() != .closed, remove(inner) else { return }
      guard case .failure = completion else { return completeIfDone() }
      complete { $0.receive(completion: completion) }
    }
  }

  /// Takes an inner publisher out of the stack; those that follow it stay.
  ///
  /// - Returns: Whether it was there.
  @usableFromInline package func remove(_ inner: LatestInner) -> Bool {
    inners.withLock { inners in
      guard let index = inners.lastIndex(where: { $0 === inner }) else { return false }
      inners.remove(at: index)
      return true
    }
  }

  /// Makes an inner publisher the parent of others.
  @usableFromInline package func makeParent(_ inner: LatestInner) { inners.withLock { _ in inner.isParent = true } }

  @usableFromInline package override var isIdle: Bool { waiting == nil && inners.withLock { $0.isEmpty } }

  // MARK: Downstream

  /// Requests from the inner publisher at once: a request from inside a delivery may send its values there.
  @usableFromInline package override func handleRequest(_ demand: Subscribers.Demand) {
    let inner = add(demand)
    fulfillIfWaiting()
    inner?.upstream.request(demand)
  }

  /// Cancels the inner publisher, and then the outer one.
  @usableFromInline package override func cancelUpstream() {
    cancelInner()
    upstream.cancel()
  }

  @usableFromInline package override func takeContents() -> Any? { waiting.take() }
}

/// The subscription to one inner publisher of a ``LatestSubscription``.
@usableFromInline package final class LatestInner: InnerUpstream {
  // Unowned, because it keeps this. The subscriber that has this as its owner keeps it alive.
  @usableFromInline package unowned(unsafe) let latest: LatestSubscription
  /// Whether its values are not emitted, but make other publishers.
  // Unchecked because it is touched only under the lock of the stack.
  @exclusivity(unchecked) fileprivate var isParent = false

  @usableFromInline package init(of latest: LatestSubscription) {
    self.latest = latest
    super.init()
  }
}

// MARK: Upstreams

extension LatestSubscription {
  /// Subscribes to a publisher in place of the newest that was made of a value of the outer publisher, or of a parent.
  @inlinable package func subscribe<P: Publisher>(to publisher: P, of parent: LatestInner? = nil) {
    let inner = LatestInner(of: self)
    let subscriber = ErasedSubscriber<P.Output, P.Failure>(
      owner: inner,
      subscription: { _ = inner.upstream.attach($0) },
      value: { [self] in receive($0, from: inner) },
      completion: { [self] in innerDidComplete(inner, $0) })
    if replaceInner(of: parent, with: inner) { publisher.receive(subscriber: subscriber) }
  }

  /// Subscribes to the outer publisher of a `switchToLatest` that is an inner publisher of this.
  ///
  /// - Parameters:
  ///   - publisher: The outer publisher.
  ///   - inner: The subscription to the inner publisher.
  ///   - value: Receives the address of a value. Calls never overlap.
  @inlinable package func subscribe<P: Publisher>(
    flattened publisher: P, as inner: LatestInner, value: @escaping (UnsafeRawPointer) -> Void
  ) {
    makeParent(inner)
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        subscription: { _ = inner.upstream.attach($0, requesting: .unlimited) },
        value: {
          if inner.upstream.isOpen { value($0) }
          return 0
        },
        completion: { [self] in innerDidComplete(inner, $0) }))
  }

  /// Subscribes to a publisher that is the value of an outer publisher.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - parent: The outer publisher, if that is an inner publisher of this itself.
  @inlinable @inline(__always) package func receive<P: Publisher>(
    outerValue publisher: P, of parent: LatestInner? = nil
  ) {
    switch publisher._scalar {
    case .value(let value): _withUnprotectedUnsafePointer(to: value) { receiveSingle($0, of: parent) }
    case .finished: receiveSingle(nil, of: parent)
    case .failure, nil: subscribe(to: publisher, of: parent)
    }
  }
}
