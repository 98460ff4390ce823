/// Combines inputs of different types: keeps what each input has received, and emits one output when all have a value.
///
/// It knows neither the types nor the number of its inputs: a closure that is made where they are known assembles the output,
/// so no value is boxed. Downstream's demand is requested from every input.
@usableFromInline package final class CombineSubscription: MultiUpstreamSubscription, @unchecked Sendable {
  // Sendable because what is variable is touched only inside the serializer.
  @usableFromInline package let inputs: [CombineInput]
  /// Emits an output of the inputs' values and returns the additional demand.
  @usableFromInline package let emit: (CombineSubscription) -> UInt
  /// Whether each value of an input is used once.
  @usableFromInline package let isConsuming: Bool
  /// How many inputs have no value for the next output.
  @usableFromInline @exclusivity(unchecked) package var missing: Int
  /// Whether an output is ready that found no demand.
  @usableFromInline @exclusivity(unchecked) package var isDue = false
  @usableFromInline @exclusivity(unchecked) package var hasCompletedInput = false

  @inlinable package init<Output, Failure: Error>(
    _ downstream: ErasedSubscriber<Output, Failure>, of operation: Any.Type, _ inputs: [CombineInput],
    emit: @escaping (CombineSubscription) -> UInt
  ) {
    self.inputs = inputs
    isConsuming = inputs[0].isConsuming
    self.emit = emit
    missing = inputs.count
    super.init(downstream, of: operation, trapsOnRequestForNone: isConsuming)
  }

  /// Subscribes to the inputs' upstreams, and then sends downstream this subscription.
  @usableFromInline package func subscribe() {
    for input in inputs { input.subscribe.take()?(self) }
    start()
  }

  /// Emits if every input has a value. Inside the serializer.
  ///
  /// - Returns: What downstream has requested in addition, which the caller requests from the inputs once it has left.
  @inlinable @inline(__always) package func emitIfReady() -> UInt {
    serializer.assertEntered()
    guard missing == 0 else { return 0 }
    guard outstanding.isUnlimited else { return emitCounted() }
    _ = emit(self)
    if hasCompletedInput { completeIfDone() }
    return 0
  }

  @usableFromInline package func emitCounted() -> UInt {
    isDue = true
    return emitDue()
  }

  /// Emits what is due while there is demand. Inside the serializer.
  ///
  /// - Returns: What downstream has requested in addition.
  private func emitDue() -> UInt {
    serializer.assertEntered()
    var additional = Subscribers.Demand.none
    repeat {
      while isDue, outstanding.isPositive {
        isDue = false
        let more = emit(self)
        outstanding.consume(adding: more)
        additional += Subscribers.Demand(raw: more)
        isDue = isConsuming && missing == 0 && !outstanding.isClosed
      }
      if outstanding.isClosed { isDue = false }
    } while isDue && waitForDemand()
    if !isDue { stopWaitingForDemand() }
    if hasCompletedInput { completeIfDone() }
    return additional.raw
  }

  /// Requests from the inputs what an output that was emitted inside the serializer has led to.
  @usableFromInline package func requestAfterExit(_ more: UInt) {
    forward(Subscribers.Demand(raw: more)) { self.requestFromInputs($0) }
  }

  @usableFromInline package func inputDidComplete(_ input: CombineInput) {
    runInTurn { [self] in
      input.isCompleted = true
      hasCompletedInput = true
      completeIfDone()
    }
  }

  /// Fails because an input has. As in Combine, `zip` cancels the other inputs after that.
  @inlinable package func inputDidFail<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    runInTurn { [self] in complete(cancelsFirst: !isConsuming) { $0.receive(completion: completion) } }
  }

  /// Completes when no further output is possible.
  @usableFromInline package func completeIfDone() {
    let isDone =
      isConsuming
      ? inputs.contains { $0.isCompleted && !$0.isFilled }
      : !isDue && inputs.allSatisfy(\.isCompleted)
    if isDone { complete(sendFinished) }
  }

  @usableFromInline package override func fulfill() { requestAfterExit(emitDue()) }

  /// Requests from the inputs at once: a request from inside a delivery may send its values there.
  @usableFromInline package override func handleRequest(_ demand: Subscribers.Demand) {
    super.handleRequest(demand)
    requestFromInputs(demand)
  }

  /// Requests from the inputs, after the serializer has been left.
  ///
  /// - Parameter sender: The input whose value has led to that. It is not called, but gets the demand returned.
  /// - Returns: How many more the sender may send.
  @usableFromInline @discardableResult
  package func requestFromInputs(_ demand: Subscribers.Demand, besides sender: CombineInput? = nil) -> UInt {
    // Unmanaged, because a retain for each takes as long as the lock.
    inputs.withUnsafeBufferPointer {
      for input in $0 {
        Unmanaged.passUnretained(input)._withUnsafeGuaranteedRef { if $0 !== sender { $0.upstream.request(demand) } }
      }
    }
    return sender?.upstream.isOpen == true ? demand.raw : 0
  }

  @usableFromInline package override func cancelUpstream() { for input in inputs { input.upstream.cancel() } }

  @usableFromInline package override func takeContents() -> Any? {
    isDue = false
    return inputs.map { $0.takeValues() }
  }
}

// An overload for each number of inputs: with a parameter pack, which is not specialised, a value takes five times as long.
extension CombineSubscription {
  /// Combines two inputs.
  @inlinable @inline(__always)
  package static func subscribe<A: TypedCombineInput, B: TypedCombineInput, Failure: Error>(
    _ a: A, _ b: B, of operation: Any.Type, to downstream: ErasedSubscriber<(A.Value, B.Value), Failure>
  ) {
    CombineSubscription(downstream, of: operation, [a, b]) { [downstream = downstream.unretained] in
      downstream.receive((a.take(in: $0), b.take(in: $0))).raw
    }.subscribe()
  }

  /// Combines three inputs.
  @inlinable @inline(__always)
  package static func subscribe<A: TypedCombineInput, B: TypedCombineInput, C: TypedCombineInput, Failure: Error>(
    _ a: A, _ b: B, _ c: C, of operation: Any.Type,
    to downstream: ErasedSubscriber<(A.Value, B.Value, C.Value), Failure>
  ) {
    CombineSubscription(downstream, of: operation, [a, b, c]) { [downstream = downstream.unretained] in
      downstream.receive((a.take(in: $0), b.take(in: $0), c.take(in: $0))).raw
    }.subscribe()
  }

  /// Combines four inputs.
  @inlinable @inline(__always)
  package static func subscribe<
    A: TypedCombineInput, B: TypedCombineInput, C: TypedCombineInput, D: TypedCombineInput, Failure: Error
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, of operation: Any.Type,
    to downstream: ErasedSubscriber<(A.Value, B.Value, C.Value, D.Value), Failure>
  ) {
    CombineSubscription(downstream, of: operation, [a, b, c, d]) { [downstream = downstream.unretained] in
      downstream.receive((a.take(in: $0), b.take(in: $0), c.take(in: $0), d.take(in: $0))).raw
    }.subscribe()
  }

  /// Combines inputs of one type.
  @inlinable @inline(__always) package static func subscribe<L: TypedCombineInput, Failure: Error>(
    _ inputs: [L], of operation: Any.Type, to downstream: ErasedSubscriber<[L.Value], Failure>
  ) {
    guard !inputs.isEmpty else { return Empty().receive(subscriber: downstream) }
    CombineSubscription(downstream, of: operation, inputs) { [downstream = downstream.unretained] combine in
      downstream.receive(inputs.map { $0.take(in: combine) }).raw
    }.subscribe()
  }
}
