/// One upstream of a joiner.
@usableFromInline package class Lane {
  @usableFromInline package final let link = Link()
  /// Subscribes to the upstream, on behalf of a joiner.
  @usableFromInline @exclusivity(unchecked) package final var subscribe: ((Joiner) -> Void)?
  @exclusivity(unchecked) final var isFinished = false

  @usableFromInline package init() {}

  /// Whether there is something for the next output.
  @usableFromInline package var isFilled: Bool { false }
  @usableFromInline package func clear() {}

  @usableFromInline package final func finish(in joiner: Joiner) { joiner.perform { joiner.laneDidFinish(self) } }
}

/// A lane whose values are of a known type.
@usableFromInline package protocol ValueLane<Value>: Lane {
  associatedtype Value

  init()

  /// Whether what it has brought is used once.
  static var isConsuming: Bool { get }

  /// Keeps a value. Only inside the joiner's gate.
  func keep(_ value: Value)
  /// The value for the next output; only asked for when there is one.
  func next() -> Value
}

extension ValueLane {
  /// Makes the lane of a publisher.
  @inlinable @inline(__always) package init<P: Publisher>(_ publisher: P) where P.Output == Value {
    self.init()
    subscribe = { [unowned self] in publisher.receive(subscriber: port(into: $0)) }
  }

  /// Where the values of this lane's upstream go in.
  @inlinable @inline(__always) package func port<Failure: Error>(into joiner: Joiner) -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in _ = link.attach($0) },
      value: { [self] in
        guard link.isOpen else { return 0 }
        if joiner.gate.enter(Gate.anyone) {
          take($0.input(), in: joiner)
          joiner.gate.leave(Gate.anyone)
        } else {
          let value = $0.input(as: Value.self)
          joiner.perform { [self] in take(value, in: joiner) }
        }
        return 0
      },
      completion: { [self] in
        guard link.end() else { return }
        if case .finished = $0 { finish(in: joiner) } else { joiner.finish(with: $0) }
      })
  }

  @inlinable @inline(__always) package func take(_ value: Value, in joiner: Joiner) {
    if !isFilled { joiner.missing &-= 1 }
    keep(value)
    joiner.ready()
  }

  /// Takes the value for the next output.
  @inlinable @inline(__always) package func draw(in joiner: Joiner) -> Value {
    let value = next()
    if !isFilled { joiner.missing &+= 1 }
    return value
  }
}

/// A lane that keeps its newest value.
@usableFromInline package final class LatestLane<Value>: Lane, ValueLane {
  // NB: unchecked because only whoever is inside the joiner's gate touches it.
  @usableFromInline @exclusivity(unchecked) package var slot: Value?

  @inlinable package override init() { super.init() }

  @inlinable package static var isConsuming: Bool { false }
  @inlinable package override var isFilled: Bool { slot != nil }
  @inlinable @inline(__always) package func keep(_ value: Value) { slot = value }
  @inlinable @inline(__always) package func next() -> Value { slot.unsafelyUnwrapped }
  @usableFromInline package override func clear() { slot = nil }
}

/// A lane that keeps what its upstream has sent until the others have brought as much.
@usableFromInline package final class QueueLane<Value>: Lane, ValueLane {
  // NB: unchecked because only whoever is inside the joiner's gate touches it.
  @usableFromInline @exclusivity(unchecked) package var queue = Ring<Value>()

  @inlinable package override init() { super.init() }

  @inlinable package static var isConsuming: Bool { true }
  @inlinable package override var isFilled: Bool { !queue.isEmpty }
  @inlinable @inline(__always) package func keep(_ value: Value) { queue.append(value) }
  @inlinable @inline(__always) package func next() -> Value { queue.popFirst().unsafelyUnwrapped }
  @usableFromInline package override func clear() { queue.removeAll() }
}
