import Synchronization

/// Brings several upstreams of one type together: those that are there from the start, or those that an outer
/// publisher's values lead to.
///
/// As long as downstream has asked for everything, so has every inlet. Else each inlet is asked for one value at a time, and
/// a value that finds no demand waits in line; where there is one inlet at a time, it is asked for just what downstream has
/// asked for.
@usableFromInline final class Funnel: Junction, @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the gate.
  /// Copies a value that has to wait.
  @usableFromInline let keep: (UnsafeRawPointer) -> ValueBox
  /// Whether there is one inlet at a time, the newest.
  @usableFromInline let isSingle: Bool
  /// What the outer publisher is asked for at first; one more at each end of an inlet, unless it is unlimited.
  @usableFromInline let limit: Subscribers.Demand

  @usableFromInline @exclusivity(unchecked) var inlets: [Inlet] = []
  @usableFromInline @exclusivity(unchecked) var waiting = Ring<Waiting>()
  /// No more inlets will be added.
  @usableFromInline @exclusivity(unchecked) var isClosed = false

  @usableFromInline struct Waiting {
    let box: ValueBox
    let inlet: Inlet?
  }

  @inlinable init<Value, Failure: Error>(
    _ downstream: Port<Value, Failure>, of operation: Any.Type, limit: Subscribers.Demand = .unlimited,
    isSingle: Bool = false
  ) {
    self.limit = limit
    self.isSingle = isSingle
    keep = Boxed<Value>.keep
    super.init(downstream, of: operation)
  }

  // MARK: Values

  /// Hands a value on, or keeps it until it is asked for.
  ///
  /// - Parameter inlet: Where it came in; `nil` for a value that the outer publisher's value led to directly.
  /// - Returns: How many more that upstream may send.
  @inlinable @inline(__always) func take(_ value: UnsafeRawPointer, from inlet: Inlet?) -> UInt {
    guard gate.enter(Gate.anyone) else { return queue(value, from: inlet) }
    let more: UInt
    if credit.isUnlimited {
      _ = port.value(value)
      more = inlet.map { $0.wantsAll ? 0 : wantAll(of: $0) } ?? oneMore
    } else {
      more = takeBooked(value, from: inlet)
    }
    gate.leave(Gate.anyone)
    return more
  }

  /// Downstream has come to ask for everything, and this inlet has not been: it is, in answer to its value.
  @usableFromInline func wantAll(of inlet: Inlet) -> UInt {
    inlet.wantsAll = true
    return Subscribers.Demand.unlimited.raw
  }

  /// One, where the outer publisher is asked for a few values at a time.
  @inlinable var oneMore: UInt { limit == .unlimited ? 0 : 1 }

  /// Inside the gate.
  @usableFromInline func takeBooked(_ value: UnsafeRawPointer, from inlet: Inlet?) -> UInt {
    guard waiting.isEmpty, credit.spend() else {
      if !credit.isClosed { waiting.append(Waiting(box: keep(value), inlet: inlet)) }
      return 0
    }
    return answer(port.value(value), to: inlet)
  }

  /// Books what the delivery of a value has asked for, and says how many more its upstream may send. Inside the gate.
  private func answer(_ more: UInt, to inlet: Inlet?) -> UInt {
    credit.grant(Subscribers.Demand(raw: more))
    guard let inlet else { return oneMore }
    if inlet.wantsAll { return 0 }
    if credit.isUnlimited { return wantAll(of: inlet) }
    return isSingle ? more : 1
  }

  @usableFromInline func queue(_ value: UnsafeRawPointer, from inlet: Inlet?) -> UInt {
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
      if asked > .none { gate.afterwards { self.request(asked, of: next.inlet) } }
    }
    finishIfDone()
  }

  /// Asks an inlet, or the outer publisher, for more.
  private func request(_ demand: Subscribers.Demand, of inlet: Inlet?) {
    if let inlet { inlet.link.request(demand) } else { link.request(demand) }
  }

  // MARK: Inlets

  /// Adds an inlet and subscribes it; in a funnel of one inlet at a time the others are cancelled first.
  @usableFromInline func add(_ inlet: Inlet, subscribe: @escaping () -> Void) {
    guard gate.enter(Gate.anyone) else {
      return perform { [self] in if admit(inlet) { gate.afterwards(subscribe) } }
    }
    let isIn = admit(inlet)
    gate.leave(Gate.anyone)
    if isIn { subscribe() }
  }

  private func admit(_ inlet: Inlet) -> Bool {
    guard !credit.isClosed else {
      inlet.link.cancel()
      return false
    }
    if isSingle { dropInlets() }
    inlet.index = inlets.count
    inlets.append(inlet)
    return true
  }

  private func dropInlets() {
    // NB: a value of an inlet that has been replaced is stale, also one that waits.
    waiting.removeAll()
    let old = inlets
    inlets.removeAll(keepingCapacity: true)
    for inlet in old { inlet.link.cancel() }
  }

  /// Takes the one value of a publisher that is the newest, in a funnel of one inlet at a time.
  @usableFromInline func takeInstead(_ value: UnsafeRawPointer?) {
    guard gate.enter(Gate.anyone) else {
      let box = value.map(keep)
      return perform { [self] in
        dropInlets()
        guard let box, !credit.isClosed else { return }
        waiting.append(Waiting(box: box, inlet: nil))
        drain()
      }
    }
    if !inlets.isEmpty || !waiting.isEmpty { dropInlets() }
    if let value {
      if credit.isUnlimited { _ = port.value(value) } else { _ = takeBooked(value, from: nil) }
    }
    gate.leave(Gate.anyone)
  }

  @usableFromInline func inletDidOpen(_ inlet: Inlet) {
    perform { [self] in
      inlet.isOpen = true
      inlet.wantsAll = credit.isUnlimited
      let demand: Subscribers.Demand = isSingle || inlet.wantsAll ? credit.outstanding : .max(1)
      if demand > .none { gate.afterwards { inlet.link.request(demand) } }
    }
  }

  @usableFromInline func inletDidFinish(_ inlet: Inlet) {
    perform { [self] in
      guard remove(inlet) else { return }
      finishIfDone()
      if limit != .unlimited, !credit.isClosed, !isClosed { gate.afterwards { self.link.request(.max(1)) } }
    }
  }

  /// No more inlets will be added; ends when those that are there have.
  @usableFromInline func close() {
    perform { [self] in
      isClosed = true
      finishIfDone()
    }
  }

  private func remove(_ inlet: Inlet) -> Bool {
    guard inlet.index < inlets.count, inlets[inlet.index] === inlet else { return false }
    let last = inlets.removeLast()
    if last !== inlet {
      last.index = inlet.index
      inlets[inlet.index] = last
    }
    return true
  }

  private func finishIfDone() {
    if isClosed, inlets.isEmpty, waiting.isEmpty { finish(end) }
  }

  // MARK: Downstream

  @usableFromInline override func meet(_ demand: Subscribers.Demand) {
    credit.grant(demand)
    drain()
    ask(demand)
  }

  private func ask(_ demand: Subscribers.Demand) {
    guard credit.isUnlimited || isSingle else { return }
    let asked = inlets.filter { $0.isOpen && !$0.wantsAll }
    if credit.isUnlimited {
      for inlet in asked { inlet.wantsAll = true }
      gate.afterwards { for inlet in asked { inlet.link.request(.unlimited) } }
    } else if isSingle {
      gate.afterwards { for inlet in asked { inlet.link.request(demand) } }
    }
  }

  @usableFromInline override func release() {
    let old = inlets
    inlets = []
    waiting.removeAll()
    isClosed = true
    link.cancel()
    for inlet in old { inlet.link.cancel() }
  }
}

/// One upstream of a funnel.
@usableFromInline final class Inlet {
  @usableFromInline let link = Link()
  // NB: all three are touched only inside the funnel's gate, or before the first value.
  @exclusivity(unchecked) var index = 0
  @exclusivity(unchecked) var isOpen = false
  @usableFromInline @exclusivity(unchecked) var wantsAll = false

  @usableFromInline init() {}
}
