/// One upstream of a joiner.
@usableFromInline class Lane {
  @usableFromInline final let link = Link()
  @exclusivity(unchecked) final var isFinished = false

  @usableFromInline init() {}

  /// Whether there is something for the next output.
  @usableFromInline var isFilled: Bool { false }
  @usableFromInline func clear() {}

  /// Where the values of this lane's upstream go in.
  @inlinable @inline(__always) final func port<Value, Failure: Error>(
    into joiner: Joiner, take: @escaping (Value) -> Void
  ) -> Port<Value, Failure> {
    Port(
      identity: self,
      subscription: { [self] in _ = link.attach($0) },
      value: { [self] in
        guard link.isOpen else { return 0 }
        if joiner.gate.enter(Gate.anyone) {
          take($0.input())
          joiner.gate.leave(Gate.anyone)
        } else {
          let value = $0.input(as: Value.self)
          joiner.perform { take(value) }
        }
        return 0
      },
      completion: { [self] completion in
        guard link.end() else { return }
        if case .finished = completion { finish(in: joiner) } else { joiner.fail(completion) }
      })
  }

  @usableFromInline final func finish(in joiner: Joiner) { joiner.perform { joiner.laneDidFinish(self) } }
}

/// A lane that keeps its newest value.
@usableFromInline final class LatestLane<Value>: Lane {
  // NB: unchecked because only whoever is inside the joiner's gate touches it.
  @usableFromInline @exclusivity(unchecked) var slot: Value?

  @inlinable override init() { super.init() }

  /// The newest value; only asked for when there is one.
  @inlinable var value: Value { slot.unsafelyUnwrapped }

  @usableFromInline override var isFilled: Bool { slot != nil }
  @usableFromInline override func clear() { slot = nil }

  @inlinable @inline(__always) func port<Failure: Error>(into joiner: Joiner) -> Port<Value, Failure> {
    port(into: joiner) { [self] in
      if slot == nil { joiner.missing &-= 1 }
      slot = $0
      joiner.ready()
    }
  }
}

/// A lane that keeps what its upstream has sent until the others have brought as much.
@usableFromInline final class QueueLane<Value>: Lane {
  // NB: unchecked because only whoever is inside the joiner's gate touches it.
  @usableFromInline @exclusivity(unchecked) var queue = Ring<Value>()

  @inlinable override init() { super.init() }

  /// Takes the oldest value; only asked for when there is one.
  @inlinable func next(in joiner: Joiner) -> Value {
    defer { if queue.isEmpty { joiner.missing &+= 1 } }
    return queue.popFirst().unsafelyUnwrapped
  }

  @usableFromInline override var isFilled: Bool { !queue.isEmpty }
  @usableFromInline override func clear() { queue.removeAll() }

  @inlinable @inline(__always) func port<Failure: Error>(into joiner: Joiner) -> Port<Value, Failure> {
    port(into: joiner) { [self] in
      if queue.isEmpty { joiner.missing &-= 1 }
      queue.append($0)
      joiner.ready()
    }
  }
}
