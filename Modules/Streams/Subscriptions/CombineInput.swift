/// One upstream of a combine.
@usableFromInline package class CombineInput {
  @usableFromInline package final let upstream = UpstreamSubscription()
  /// Subscribes to the upstream, on behalf of a combine.
  @usableFromInline @exclusivity(unchecked) package final var subscribe: ((CombineSubscription) -> Void)?
  @exclusivity(unchecked) final var isFinished = false

  @usableFromInline package init() {}

  /// Whether there is something for the next output.
  @usableFromInline package var isFilled: Bool { false }
  @usableFromInline package func clear() {}

  @usableFromInline package final func finish(in combine: CombineSubscription) {
    combine.enqueue { combine.inputDidComplete(self) }
  }
}

/// A input whose values are of a known type.
@usableFromInline package protocol TypedCombineInput<Value>: CombineInput {
  associatedtype Value

  init()

  /// Whether what it has brought is used once.
  static var isConsuming: Bool { get }

  /// Keeps a value. Only inside the combine's serializer.
  func keep(_ value: Value)
  /// The value for the next output; only asked for when there is one.
  func next() -> Value
}

extension TypedCombineInput {
  /// Makes the input of a publisher.
  @inlinable @inline(__always) package init<P: Publisher>(_ publisher: P) where P.Output == Value {
    self.init()
    subscribe = { [unowned self] in publisher.receive(subscriber: makeSubscriber(for: $0)) }
  }

  /// Where the values of this input's upstream go in.
  @inlinable @inline(__always) package func makeSubscriber<Failure: Error>(for combine: CombineSubscription)
    -> ErasedSubscriber<Value, Failure>
  {
    ErasedSubscriber(
      identity: self,
      subscription: { [self] in _ = upstream.attach($0) },
      value: { [self] in
        guard upstream.isOpen else { return 0 }
        if combine.serializer.tryEnter(Serializer.anyOwner) {
          take($0.input(), in: combine)
          combine.serializer.exit(Serializer.anyOwner)
        } else {
          let value = $0.input(as: Value.self)
          combine.enqueue { [self] in take(value, in: combine) }
        }
        return 0
      },
      completion: { [self] in
        guard upstream.end() else { return }
        if case .finished = $0 { finish(in: combine) } else { combine.finish(with: $0) }
      })
  }

  @inlinable @inline(__always) package func take(_ value: Value, in combine: CombineSubscription) {
    if !isFilled { combine.missing &-= 1 }
    keep(value)
    combine.ready()
  }

  /// Takes the value for the next output.
  @inlinable @inline(__always) package func draw(in combine: CombineSubscription) -> Value {
    let value = next()
    if !isFilled { combine.missing &+= 1 }
    return value
  }
}

/// A input that keeps its newest value.
@usableFromInline package final class LatestInput<Value>: CombineInput, TypedCombineInput {
  // NB: unchecked because only whoever is inside the combine's serializer touches it.
  @usableFromInline @exclusivity(unchecked) package var slot: Value?

  @inlinable package override init() { super.init() }

  @inlinable package static var isConsuming: Bool { false }
  @inlinable package override var isFilled: Bool { slot != nil }
  @inlinable @inline(__always) package func keep(_ value: Value) { slot = value }
  @inlinable @inline(__always) package func next() -> Value { slot.unsafelyUnwrapped }
  @usableFromInline package override func clear() { slot = nil }
}

/// A input that keeps what its upstream has sent until the others have brought as much.
@usableFromInline package final class QueueInput<Value>: CombineInput, TypedCombineInput {
  // NB: unchecked because only whoever is inside the combine's serializer touches it.
  @usableFromInline @exclusivity(unchecked) package var queue = Deque<Value>()

  @inlinable package override init() { super.init() }

  @inlinable package static var isConsuming: Bool { true }
  @inlinable package override var isFilled: Bool { !queue.isEmpty }
  @inlinable @inline(__always) package func keep(_ value: Value) { queue.append(value) }
  @inlinable @inline(__always) package func next() -> Value { queue.popFirst().unsafelyUnwrapped }
  @usableFromInline package override func clear() { queue.removeAll() }
}
