import Synchronization

/// Brings several upstreams of one type together: those that are there from the start, or those that an outer
/// publisher's values lead to.
///
/// As long as downstream has asked for everything, so has every inlet. Else each inlet is asked for one value at a time, and
/// a value that finds no demand waits in line; where there is one inlet at a time, it is asked for just what downstream has
/// asked for.
@usableFromInline package final class Funnel: Junction, @unchecked Sendable {
  // NB: Sendable because what is variable is locked, or touched only inside the gate.
  /// Copies a value that has to wait.
  @usableFromInline package let keep: (UnsafeRawPointer) -> ValueBox
  /// Whether there is one inlet at a time, the newest.
  @usableFromInline package let isSingle: Bool
  /// What the outer publisher is asked for at first; one more at each end of an inlet, unless it is unlimited.
  @usableFromInline package let limit: Subscribers.Demand
  @usableFromInline package let isStrict: Bool

  /// The inlets. Demand grows, and is read for a new inlet, under the same lock: no inlet is left out or asked twice.
  private let inlets = Locked<[Inlet]>([])
  /// Whether a publisher has come since the last single value. Only the outer publisher's values touch it.
  @usableFromInline @exclusivity(unchecked) package var hasInlet = false
  @usableFromInline @exclusivity(unchecked) package var waiting = Ring<Waiting>()
  /// No more inlets will be added.
  @usableFromInline @exclusivity(unchecked) package var isClosed = false

  @usableFromInline package struct Waiting {
    let box: ValueBox
    let inlet: Inlet?
  }

  @inlinable package init<Value, Failure: Error>(
    _ downstream: Port<Value, Failure>, of operation: Any.Type, limit: Subscribers.Demand = .unlimited,
    isSingle: Bool = false, isStrict: Bool = false
  ) {
    self.limit = limit
    self.isStrict = isStrict
    self.isSingle = isSingle
    keep = Boxed<Value>.keep
    super.init(downstream, of: operation)
  }

  // MARK: Values

  /// Hands a value on, or keeps it until it is asked for.
  ///
  /// - Parameter inlet: Where it came in; `nil` for a value that the outer publisher's value led to directly.
  /// - Returns: How many more that upstream may send.
  @inlinable @inline(__always) package func take(_ value: UnsafeRawPointer, from inlet: Inlet?) -> UInt {
    guard gate.enter(Gate.anyone) else { return queue(value, from: inlet) }
    let more: UInt
    if credit.isUnlimited, waiting.isEmpty {
      _ = port.value(value)
      more = inlet.map { $0.wantsAll.load(ordering: .relaxed) ? 0 : wantAll(of: $0) } ?? oneMore
    } else {
      more = takeBooked(value, from: inlet)
    }
    gate.leave(Gate.anyone)
    return more
  }

  /// Downstream has come to ask for everything, and this inlet has not been: it is, in answer to its value.
  @usableFromInline package func wantAll(of inlet: Inlet) -> UInt {
    inlet.wantsAll.exchange(true, ordering: .relaxed) ? 0 : Subscribers.Demand.unlimited.raw
  }

  /// One, where the outer publisher is asked for a few values at a time.
  @inlinable package var oneMore: UInt { limit == .unlimited ? 0 : 1 }

  /// Inside the gate.
  @usableFromInline package func takeBooked(_ value: UnsafeRawPointer, from inlet: Inlet?) -> UInt {
    guard waiting.isEmpty, credit.spend() else {
      if !credit.isClosed { waiting.append(Waiting(box: keep(value), inlet: inlet)) }
      return 0
    }
    return answer(port.value(value), to: inlet)
  }

  /// Books what the delivery of a value has asked for, and says how many more its upstream may send. Inside the gate.
  private func answer(_ more: UInt, to inlet: Inlet?) -> UInt {
    let demand = Subscribers.Demand(raw: more)
    if isSingle {
      guard demand > .none, let newest = book(demand).last else { return 0 }
      if newest === inlet { return credit.isUnlimited ? wantAll(of: newest) : more }
      // NB: a newer one, which has come during the delivery and does not know of this demand.
      pass(demand) { newest.link.request($0) }
      return 0
    }
    credit.grant(demand)
    guard let inlet else { return oneMore }
    return credit.isUnlimited ? wantAll(of: inlet) : inlet.wantsAll.load(ordering: .relaxed) ? 0 : 1
  }

  /// Adds to the demand.
  ///
  /// - Returns: The inlets that do not know of it.
  private func book(_ demand: Subscribers.Demand) -> [Inlet] {
    inlets.withLock { inlets in
      credit.grant(demand)
      return inlets
    }
  }

  @usableFromInline package func queue(_ value: UnsafeRawPointer, from inlet: Inlet?) -> UInt {
    let box = keep(value)
    perform { [self] in
      guard !credit.isClosed else { return }
      waiting.append(Waiting(box: box, inlet: inlet))
      drain()
    }
    return 0
  }

  /// Sends what waits as long as it is asked for. Only inside the gate.
  private func drain() {
    while !waiting.isEmpty, credit.spend() {
      guard let next = waiting.popFirst() else { return }
      let asked = Subscribers.Demand(raw: answer(next.box.hand(to: port), to: next.inlet))
      pass(asked) { self.request($0, of: next.inlet) }
    }
    finishIfDone()
  }

  /// Asks an inlet, or the outer publisher, for more.
  private func request(_ demand: Subscribers.Demand, of inlet: Inlet?) {
    if let inlet { inlet.link.request(demand) } else { link.request(demand) }
  }

  // MARK: Inlets

  /// Adds an inlet, to be subscribed at once; in a funnel of one inlet at a time the others are cancelled first.
  ///
  /// - Returns: Whether it is to be subscribed.
  @usableFromInline package func add(_ inlet: Inlet) -> Bool {
    let admitted = inlets.withLock { inlets -> (old: [Inlet], demand: Subscribers.Demand)? in
      guard !credit.isClosed else { return nil }
      let old = isSingle ? inlets : []
      if isSingle { inlets.removeAll() }
      inlet.index = inlets.count
      inlets.append(inlet)
      return (old, isSingle || credit.isUnlimited ? credit.outstanding : .max(1))
    }
    guard let (old, demand) = admitted else {
      inlet.link.cancel()
      return false
    }
    if isSingle {
      hasInlet = true
      for inlet in old { inlet.link.cancel() }
      // NB: a value of an inlet that has been replaced is stale when it waits for demand.
      perform { self.waiting.removeAll() }
    }
    if demand == .unlimited ? wantAll(of: inlet) > 0 : demand > .none { inlet.link.request(demand) }
    return true
  }

  private func dropInlets() {
    let old = inlets.withLock { inlets in
      defer { inlets = [] }
      return inlets
    }
    for inlet in old { inlet.link.cancel() }
  }

  /// Takes the one value of a publisher that is the newest, in a funnel of one inlet at a time.
  @usableFromInline package func takeInstead(_ value: UnsafeRawPointer?) {
    if hasInlet {
      hasInlet = false
      dropInlets()
    }
    guard gate.enter(Gate.anyone) else {
      let box = value.map(keep)
      return perform { [self] in
        waiting.removeAll()
        guard let box, !credit.isClosed else { return }
        waiting.append(Waiting(box: box, inlet: nil))
        drain()
      }
    }
    if !waiting.isEmpty { waiting.removeAll() }
    if let value {
      if credit.isUnlimited { _ = port.value(value) } else { _ = takeBooked(value, from: nil) }
    }
    gate.leave(Gate.anyone)
  }

  @usableFromInline package func inletDidFinish(_ inlet: Inlet) {
    perform { [self] in
      inlets.withLock { Funnel.remove(inlet, from: &$0) }
      finishIfDone()
    }
    if limit != .unlimited { link.request(.max(1)) }
  }

  /// No more inlets will be added; ends when those that are there have.
  @usableFromInline package func close() {
    perform { [self] in
      isClosed = true
      finishIfDone()
    }
  }

  private static func remove(_ inlet: Inlet, from inlets: inout [Inlet]) {
    guard inlet.index < inlets.count, inlets[inlet.index] === inlet else { return }
    let last = inlets.removeLast()
    if last !== inlet {
      last.index = inlet.index
      inlets[inlet.index] = last
    }
  }

  private func finishIfDone() {
    if isClosed, waiting.isEmpty, inlets.withLock({ $0.isEmpty }) { finish(end) }
  }

  // MARK: Downstream

  @usableFromInline package override var needsDemand: Bool { isStrict }

  /// Asks the inlets at once: whoever asks from inside a delivery may send there what it has asked for.
  @usableFromInline package override func accept(_ demand: Subscribers.Demand) {
    let inlets = book(demand)
    gate.perform { self.drain() }
    if credit.isUnlimited {
      for inlet in inlets where wantAll(of: inlet) > 0 { inlet.link.request(.unlimited) }
    } else if isSingle {
      for inlet in inlets { inlet.link.request(demand) }
    }
  }

  @usableFromInline package override func detach() {
    link.cancel()
    dropInlets()
  }

  @usableFromInline package override func release() {
    waiting.removeAll()
    isClosed = true
  }
}

/// One upstream of a funnel.
@usableFromInline package final class Inlet {
  @usableFromInline package let link = Link()
  /// Whether it has been asked for everything.
  @usableFromInline package let wantsAll = Atomic<Bool>(false)
  // NB: unchecked because only whoever holds the funnel's lock touches it.
  @exclusivity(unchecked) var index = 0

  @usableFromInline package init() {}
}
