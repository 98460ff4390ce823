/// One upstream of a ``CombineSubscription``.
@usableFromInline package class CombineInput {
  @usableFromInline package final let upstream = UpstreamSubscription()
  /// Subscribes to the upstream on behalf of a subscription.
  @usableFromInline @exclusivity(unchecked) package final var subscribe: ((CombineSubscription) -> Void)?
  /// Only inside the subscription's serializer.
  @exclusivity(unchecked) final var isCompleted = false

  @usableFromInline package init() {}

  /// Whether each value is used once; the same for all inputs of a subscription.
  @usableFromInline package var isConsuming: Bool { false }
  /// Whether it has a value for the next output.
  @usableFromInline package var isFilled: Bool { false }
  /// Takes out the values that it keeps. Only inside the subscription's serializer.
  @usableFromInline package func takeValues() -> Any? { nil }
}

/// An input whose values are of a known type.
@usableFromInline package protocol TypedCombineInput<Value>: CombineInput {
  associatedtype Value

  init()

  /// Keeps a value. Only inside the subscription's serializer.
  func keep(_ value: Value)
  /// The value for the next output. Only if `isFilled`.
  func next() -> Value
}

extension TypedCombineInput {
  /// Makes the input of a publisher.
  @inlinable @inline(__always) package init<P: Publisher>(_ publisher: P) where P.Output == Value {
    self.init()
    subscribe = { [unowned self] in publisher.receive(subscriber: makeSubscriber(for: $0)) }
  }

  /// The subscriber to attach to this input's upstream.
  @inlinable @inline(__always)
  package func makeSubscriber<Failure: Error>(for combine: CombineSubscription) -> ErasedSubscriber<Value, Failure> {
    ErasedSubscriber(
      subscription: { [self] in _ = upstream.attach($0) },
      value: { [self] in
        guard upstream.isOpen else { return 0 }
        let thread = currentThread()
        guard combine.serializer.enter(thread) else {
          let value = $0.input(as: Value.self)
          combine.runOrHandOver { [self] in combine.requestAfterExit(receive(value, in: combine)) }
          return 0
        }
        let more = receive($0.input(), in: combine)
        combine.serializer.exit(thread)
        return more > 0 ? combine.requestFromInputs(Subscribers.Demand(raw: more), besides: self) : 0
      },
      completion: { [self] in
        guard upstream.close() == .open else { return }
        if case .finished = $0 { combine.inputDidComplete(self) } else { combine.inputDidFail($0) }
      })
  }

  /// - Returns: What downstream has requested in addition.
  @inlinable @inline(__always) package func receive(_ value: Value, in combine: CombineSubscription) -> UInt {
    // After the end, when the values have been taken out, another would be kept for ever.
    guard !combine.outstanding.isClosed else { return 0 }
    if !isFilled { combine.missing &-= 1 }
    keep(value)
    return combine.emitIfReady()
  }

  /// Takes the value for the next output.
  @inlinable @inline(__always) package func take(in combine: CombineSubscription) -> Value {
    let value = next()
    if !isFilled { combine.missing &+= 1 }
    return value
  }
}

/// An input that keeps its latest value.
@usableFromInline package final class LatestInput<Value>: CombineInput, TypedCombineInput {
  // Unchecked because it is touched only inside the subscription's serializer.
  @usableFromInline @exclusivity(unchecked) package var latest: Value?

  @inlinable package override init() { super.init() }

  @inlinable package override var isFilled: Bool { latest != nil }
  @inlinable @inline(__always) package func keep(_ value: Value) { latest = value }
  @inlinable @inline(__always) package func next() -> Value { latest.unsafelyUnwrapped }
  @usableFromInline package override func takeValues() -> Any? { latest.take() }
}

/// An input that queues its values until the other inputs have as many.
@usableFromInline package final class QueueInput<Value>: CombineInput, TypedCombineInput {
  // Unchecked because it is touched only inside the subscription's serializer.
  @usableFromInline @exclusivity(unchecked) package var queue = Deque<Value>()

  @inlinable package override init() { super.init() }

  @inlinable package override var isConsuming: Bool { true }
  @inlinable package override var isFilled: Bool { !queue.isEmpty }
  @inlinable @inline(__always) package func keep(_ value: Value) { queue.append(value) }
  @inlinable @inline(__always) package func next() -> Value { queue.popFirst().unsafelyUnwrapped }
  @usableFromInline package override func takeValues() -> Any? { queue.takeAll() }
}
