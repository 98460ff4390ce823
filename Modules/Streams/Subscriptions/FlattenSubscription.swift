import Synchronization

/// Brings several upstreams of one type together: those that are there from the start, or those that an outer
/// publisher's values lead to.
///
/// As long as downstream has asked for everything, so has every inner. Else each inner is asked for one value at a time, and
/// a value that finds no demand waits in line; where there is one inner at a time, it is asked for just what downstream has
/// asked for.
@usableFromInline package final class FlattenSubscription: MultiUpstreamSubscription, @unchecked Sendable {
  // NB: Sendable because what is variable is locked, or touched only inside the serializer.
  /// Copies a value that has to wait.
  @usableFromInline package let keep: (UnsafeRawPointer) -> QueuedEvent
  /// Whether there is one inner at a time, the newest.
  @usableFromInline package let isSingle: Bool
  /// What the outer publisher is asked for at first; one more at each end of an inner, unless it is unlimited.
  @usableFromInline package let limit: Subscribers.Demand
  @usableFromInline package let isStrict: Bool

  /// The inners. Demand grows, and is read for a new inner, under the same lock: no inner is left out or asked twice.
  private let inners = Locked<[InnerSubscription]>([])
  /// Whether a publisher has come since the last single value. Only the outer publisher's values touch it.
  @usableFromInline @exclusivity(unchecked) package var hasInner = false
  @usableFromInline @exclusivity(unchecked) package var waiting = Deque<Waiting>()
  /// No more inners will be added.
  @usableFromInline @exclusivity(unchecked) package var isClosed = false

  @usableFromInline package struct Waiting {
    let box: QueuedEvent
    let inner: InnerSubscription?
  }

  @inlinable package init<Value, Failure: Error>(
    _ downstream: ErasedSubscriber<Value, Failure>, of operation: Any.Type, limit: Subscribers.Demand = .unlimited,
    isSingle: Bool = false, isStrict: Bool = false
  ) {
    self.limit = limit
    self.isStrict = isStrict
    self.isSingle = isSingle
    keep = QueuedValue<Value>.keep
    super.init(downstream, of: operation)
  }

  // MARK: Values

  /// Hands a value on, or keeps it until it is asked for.
  ///
  /// - Parameter inner: Where it came in; `nil` for a value that the outer publisher's value led to directly.
  /// - Returns: How many more that upstream may send.
  @inlinable @inline(__always) package func take(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    guard serializer.tryEnter(Serializer.anyOwner) else { return queue(value, from: inner) }
    let more: UInt
    if outstanding.isUnlimited, waiting.isEmpty {
      _ = port.onValue(value)
      more = inner.map { $0.wantsAll.load(ordering: .relaxed) ? 0 : wantAll(of: $0) } ?? oneMore
    } else {
      more = takeBooked(value, from: inner)
    }
    serializer.exit(Serializer.anyOwner)
    return more
  }

  /// Downstream has come to ask for everything, and this inner has not been: it is, in answer to its value.
  @usableFromInline package func wantAll(of inner: InnerSubscription) -> UInt {
    inner.wantsAll.exchange(true, ordering: .relaxed) ? 0 : Subscribers.Demand.unlimited.raw
  }

  /// One, where the outer publisher is asked for a few values at a time.
  @inlinable package var oneMore: UInt { limit == .unlimited ? 0 : 1 }

  /// Inside the serializer.
  @usableFromInline package func takeBooked(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    guard waiting.isEmpty, outstanding.consume() else {
      if !outstanding.isClosed { waiting.append(Waiting(box: keep(value), inner: inner)) }
      return 0
    }
    return answer(port.onValue(value), to: inner)
  }

  /// Books what the delivery of a value has asked for, and says how many more its upstream may send. Inside the serializer.
  private func answer(_ more: UInt, to inner: InnerSubscription?) -> UInt {
    let demand = Subscribers.Demand(raw: more)
    if isSingle {
      guard demand > .none, let newest = book(demand).last else { return 0 }
      if newest === inner { return outstanding.isUnlimited ? wantAll(of: newest) : more }
      // NB: a newer one, which has come during the delivery and does not know of this demand.
      pass(demand) { newest.upstream.request($0) }
      return 0
    }
    outstanding.add(demand)
    guard let inner else { return oneMore }
    return outstanding.isUnlimited ? wantAll(of: inner) : inner.wantsAll.load(ordering: .relaxed) ? 0 : 1
  }

  /// Adds to the demand.
  ///
  /// - Returns: The inners that do not know of it.
  private func book(_ demand: Subscribers.Demand) -> [InnerSubscription] {
    inners.withLock { inners in
      outstanding.add(demand)
      return inners
    }
  }

  @usableFromInline package func queue(_ value: UnsafeRawPointer, from inner: InnerSubscription?) -> UInt {
    let box = keep(value)
    enqueue { [self] in
      guard !outstanding.isClosed else { return }
      waiting.append(Waiting(box: box, inner: inner))
      drain()
    }
    return 0
  }

  /// Sends what waits as long as it is asked for. Only inside the serializer.
  private func drain() {
    while !waiting.isEmpty, outstanding.consume() {
      guard let next = waiting.popFirst() else { return }
      let asked = Subscribers.Demand(raw: answer(next.box.send(to: port), to: next.inner))
      pass(asked) { self.request($0, of: next.inner) }
    }
    finishIfDone()
  }

  /// Asks an inner, or the outer publisher, for more.
  private func request(_ demand: Subscribers.Demand, of inner: InnerSubscription?) {
    if let inner { inner.upstream.request(demand) } else { upstream.request(demand) }
  }

  // MARK: Inlets

  /// Adds an inner, to be subscribed at once; in a flatten of one inner at a time the others are cancelled first.
  ///
  /// - Returns: Whether it is to be subscribed.
  @usableFromInline package func add(_ inner: InnerSubscription) -> Bool {
    let admitted = inners.withLock { inners -> (old: [InnerSubscription], demand: Subscribers.Demand)? in
      guard !outstanding.isClosed else { return nil }
      let old = isSingle ? inners : []
      if isSingle { inners.removeAll() }
      inner.index = inners.count
      inners.append(inner)
      return (old, isSingle || outstanding.isUnlimited ? outstanding.value : .max(1))
    }
    guard let (old, demand) = admitted else {
      inner.upstream.cancel()
      return false
    }
    if isSingle {
      hasInner = true
      for inner in old { inner.upstream.cancel() }
      // NB: a value of an inner that has been replaced is stale when it waits for demand.
      enqueue { self.waiting.removeAll() }
    }
    if demand == .unlimited ? wantAll(of: inner) > 0 : demand > .none { inner.upstream.request(demand) }
    return true
  }

  private func cancelInners() {
    let old = inners.withLock { inners in
      defer { inners = [] }
      return inners
    }
    for inner in old { inner.upstream.cancel() }
  }

  /// Takes the one value of a publisher that is the newest, in a flatten of one inner at a time.
  @usableFromInline package func takeInstead(_ value: UnsafeRawPointer?) {
    if hasInner {
      hasInner = false
      cancelInners()
    }
    guard serializer.tryEnter(Serializer.anyOwner) else {
      let box = value.map(keep)
      return enqueue { [self] in
        waiting.removeAll()
        guard let box, !outstanding.isClosed else { return }
        waiting.append(Waiting(box: box, inner: nil))
        drain()
      }
    }
    if !waiting.isEmpty { waiting.removeAll() }
    if let value {
      if outstanding.isUnlimited { _ = port.onValue(value) } else { _ = takeBooked(value, from: nil) }
    }
    serializer.exit(Serializer.anyOwner)
  }

  @usableFromInline package func innerDidComplete(_ inner: InnerSubscription) {
    enqueue { [self] in
      inners.withLock { FlattenSubscription.remove(inner, from: &$0) }
      finishIfDone()
    }
    if limit != .unlimited { upstream.request(.max(1)) }
  }

  /// No more inners will be added; ends when those that are there have.
  @usableFromInline package func close() {
    enqueue { [self] in
      isClosed = true
      finishIfDone()
    }
  }

  private static func remove(_ inner: InnerSubscription, from inners: inout [InnerSubscription]) {
    guard inner.index < inners.count, inners[inner.index] === inner else { return }
    let last = inners.removeLast()
    if last !== inner {
      last.index = inner.index
      inners[inner.index] = last
    }
  }

  private func finishIfDone() {
    if isClosed, waiting.isEmpty, inners.withLock({ $0.isEmpty }) { finish(end) }
  }

  // MARK: Downstream

  @usableFromInline package override var needsDemand: Bool { isStrict }

  /// Asks the inners at once: whoever asks from inside a delivery may send there what it has asked for.
  @usableFromInline package override func accept(_ demand: Subscribers.Demand) {
    let inners = book(demand)
    serializer.enqueue { self.drain() }
    if outstanding.isUnlimited {
      for inner in inners where wantAll(of: inner) > 0 { inner.upstream.request(.unlimited) }
    } else if isSingle {
      for inner in inners { inner.upstream.request(demand) }
    }
  }

  @usableFromInline package override func detach() {
    upstream.cancel()
    cancelInners()
  }

  @usableFromInline package override func release() {
    waiting.removeAll()
    isClosed = true
  }
}

/// One upstream of a flatten.
@usableFromInline package final class InnerSubscription {
  @usableFromInline package let upstream = UpstreamSubscription()
  /// Whether it has been asked for everything.
  @usableFromInline package let wantsAll = Atomic<Bool>(false)
  // NB: unchecked because only whoever holds the flatten's lock touches it.
  @exclusivity(unchecked) var index = 0

  @usableFromInline package init() {}
}

extension FlattenSubscription {
  /// Subscribes to inner publishers.
  @inlinable @inline(__always) package func subscribe<each P: Publisher>(toAll publisher: repeat each P) {
    repeat subscribe(to: each publisher)
  }

  /// Subscribes to an inner publisher.
  @inlinable package func subscribe<P: Publisher>(to publisher: P) {
    let inner = InnerSubscription()
    subscribe(inner, to: publisher) { [self] in inner.upstream.isOpen ? take($0, from: inner) : 0 }
  }

  /// Subscribes to an inner publisher.
  ///
  /// - Parameter value: Takes the address of a value of it, if the inner is open, and returns the additional demand.
  @inlinable @inline(__always)
  package func subscribe<P: Publisher>(
    _ inner: InnerSubscription, to publisher: P, value: @escaping (UnsafeRawPointer) -> UInt
  ) {
    let port = ErasedSubscriber<P.Output, P.Failure>(
      identity: inner,
      subscription: { _ = inner.upstream.attach($0) },
      value: value,
      completion: { [self] in
        guard inner.upstream.end() else { return }
        if case .finished = $0 { innerDidComplete(inner) } else { finish(with: $0) }
      })
    if add(inner) { publisher.receive(subscriber: port) }
  }

  /// Subscribes to the outer publisher, to whose values other publishers belong.
  ///
  /// - Parameter value: Takes the address of a value, and returns how many more the outer publisher may send.
  @inlinable @inline(__always)
  package func subscribe<P: Publisher>(outer publisher: P, value: @escaping (UnsafeRawPointer) -> UInt) {
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        identity: self,
        subscription: { [self] in
          guard upstream.attach($0) else { return }
          start()
          if limit > .none { upstream.request(limit) }
        },
        value: { [self] in upstream.isOpen ? value($0) : 0 },
        completion: { [self] in
          guard upstream.end() else { return }
          if case .finished = $0 { close() } else { finish(with: $0) }
        }))
  }

  /// Subscribes to a publisher whose values are no part of the output.
  ///
  /// - Parameters:
  ///   - demand: What it is asked for.
  ///   - end: What to do at its completion, if anything.
  @inlinable @inline(__always)
  package func subscribe<P: Publisher>(
    aside publisher: P, _ demand: Subscribers.Demand, value: @escaping (UnsafeRawPointer) -> Void,
    end: @escaping (Subscribers.Completion<P.Failure>) -> Void = { _ in }
  ) {
    publisher.receive(
      subscriber: ErasedSubscriber<P.Output, P.Failure>(
        identity: self,
        subscription: { [self] in if upstream.attach($0) { upstream.request(demand) } },
        value: { [self] in
          if upstream.isOpen { value($0) }
          return 0
        },
        completion: { [self] in if upstream.end() { end($0) } }))
  }
}
