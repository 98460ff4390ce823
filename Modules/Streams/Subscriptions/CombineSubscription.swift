/// Joins inputs of different types: keeps what each input has brought, and sends all of it together when it is ready.
///
/// It knows neither the inputs' types nor their number: a closure made where they are known assembles the output, so no
/// value is boxed. What downstream asks for goes to every input.
@usableFromInline package final class CombineSubscription: MultiUpstreamSubscription, @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let inputs: [CombineInput]
  /// Sends what the inputs have brought, and says how much more is wanted.
  @usableFromInline package let emit: (CombineSubscription) -> UInt
  /// Whether what a input has brought is used once.
  @usableFromInline package let isConsuming: Bool
  /// How many inputs have nothing for the next output.
  @usableFromInline @exclusivity(unchecked) package var missing: Int
  /// An output is ready that found no demand.
  @usableFromInline @exclusivity(unchecked) package var isDue = false
  @usableFromInline @exclusivity(unchecked) package var hasCompletedInput = false

  @inlinable package init<Output, Failure: Error>(
    _ downstream: ErasedSubscriber<Output, Failure>, of operation: Any.Type, _ inputs: [CombineInput],
    isConsuming: Bool = false,
    emit: @escaping (CombineSubscription) -> UInt
  ) {
    self.inputs = inputs
    self.isConsuming = isConsuming
    self.emit = emit
    missing = inputs.count
    super.init(downstream, of: operation)
  }

  /// Subscribes the inputs; downstream is introduced after.
  @usableFromInline package func subscribe() {
    start { for input in inputs { input.subscribe.take()?(self) } }
  }

  /// Called inside the serializer when a input has brought something.
  @inlinable @inline(__always) package func ready() {
    guard missing == 0 else { return }
    if outstanding.isUnlimited {
      _ = emit(self)
      if hasCompletedInput { finishIfDone() }
    } else {
      readyBooked()
    }
  }

  @usableFromInline package func readyBooked() {
    guard outstanding.consume() else {
      isDue = !outstanding.isClosed
      return
    }
    let more = Subscribers.Demand(raw: emit(self))
    outstanding.add(more)
    pass(more) { self.requestInputs($0) }
    if hasCompletedInput { finishIfDone() }
  }

  /// Called inside the serializer when a input has finished.
  func inputDidComplete(_ input: CombineInput) {
    input.isFinished = true
    hasCompletedInput = true
    finishIfDone()
  }

  /// Ends it when nothing more can become ready.
  @usableFromInline package func finishIfDone() {
    let isDone =
      isConsuming
      ? inputs.contains { $0.isFinished && !$0.isFilled }
      : !isDue && inputs.allSatisfy(\.isFinished)
    if isDone { finish(end) }
  }

  @usableFromInline package override var needsDemand: Bool { isConsuming }

  @usableFromInline package override func meet(_ demand: Subscribers.Demand) {
    outstanding.add(demand)
    while isDue, outstanding.value > .none {
      isDue = false
      readyBooked()
      if isConsuming, missing == 0 { isDue = true }
    }
    if hasCompletedInput { finishIfDone() }
  }

  /// Asks the inputs at once: whoever asks from inside a delivery may send there what it has asked for.
  @usableFromInline package override func accept(_ demand: Subscribers.Demand) {
    // NB: not while it introduces itself: all that a sequence has would wait at the serializer until downstream has come back.
    let isIntroduced = isIntroduced.load(ordering: .acquiring)
    serializer.enqueue {
      self.meet(demand)
      if !isIntroduced { self.serializer.afterExit { self.requestInputs(demand) } }
    }
    if isIntroduced { requestInputs(demand) }
  }

  private func requestInputs(_ demand: Subscribers.Demand) {
    for input in inputs { input.upstream.request(demand) }
  }

  @usableFromInline package override func detach() { for input in inputs { input.upstream.cancel() } }

  @usableFromInline package override func release() {
    for input in inputs { input.clear() }
    isDue = false
  }
}

extension CombineSubscription {
  /// Joins two inputs.
  @inlinable @inline(__always)
  package static func join<A: TypedCombineInput, B: TypedCombineInput, Failure: Error>(
    _ a: A, _ b: B, of operation: Any.Type, to downstream: ErasedSubscriber<(A.Value, B.Value), Failure>
  ) {
    CombineSubscription(downstream, of: operation, [a, b], isConsuming: A.isConsuming) {
      [downstream = downstream.unretained] in
      downstream.receive((a.draw(in: $0), b.draw(in: $0))).raw
    }.subscribe()
  }

  /// Joins three inputs.
  @inlinable @inline(__always)
  package static func join<A: TypedCombineInput, B: TypedCombineInput, C: TypedCombineInput, Failure: Error>(
    _ a: A, _ b: B, _ c: C, of operation: Any.Type,
    to downstream: ErasedSubscriber<(A.Value, B.Value, C.Value), Failure>
  ) {
    CombineSubscription(downstream, of: operation, [a, b, c], isConsuming: A.isConsuming) {
      [downstream = downstream.unretained] in
      downstream.receive((a.draw(in: $0), b.draw(in: $0), c.draw(in: $0))).raw
    }.subscribe()
  }

  /// Joins four inputs.
  @inlinable @inline(__always)
  package static func join<
    A: TypedCombineInput, B: TypedCombineInput, C: TypedCombineInput, D: TypedCombineInput, Failure: Error
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, of operation: Any.Type,
    to downstream: ErasedSubscriber<(A.Value, B.Value, C.Value, D.Value), Failure>
  ) {
    CombineSubscription(downstream, of: operation, [a, b, c, d], isConsuming: A.isConsuming) {
      [downstream = downstream.unretained] in
      downstream.receive((a.draw(in: $0), b.draw(in: $0), c.draw(in: $0), d.draw(in: $0))).raw
    }.subscribe()
  }

  /// Joins inputs of one type.
  @inlinable @inline(__always)
  package static func join<L: TypedCombineInput, Failure: Error>(
    _ inputs: [L], of operation: Any.Type, to downstream: ErasedSubscriber<[L.Value], Failure>
  ) {
    guard !inputs.isEmpty else { return Empty().receive(subscriber: downstream) }
    CombineSubscription(downstream, of: operation, inputs, isConsuming: L.isConsuming) {
      [downstream = downstream.unretained] combine in
      downstream.receive(inputs.map { $0.draw(in: combine) }).raw
    }.subscribe()
  }
}
