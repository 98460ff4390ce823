/// Joins lanes of different types: keeps what each lane has brought, and sends all of it together when it is ready.
///
/// It knows neither the lanes' types nor their number: a closure made where they are known assembles the output, so no
/// value is boxed. What downstream asks for goes to every lane.
@usableFromInline final class Joiner: Subscription, CustomStringConvertible, @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the gate, or atomic.
  @usableFromInline let gate = Gate()
  @usableFromInline let credit = Credit()
  @usableFromInline let port: RawPort
  @usableFromInline let name: StaticString
  @usableFromInline let end: (RawPort) -> Void
  @usableFromInline let lanes: [Lane]
  /// Sends what the lanes have brought, and says how much more is wanted.
  @usableFromInline let emit: () -> UInt
  /// A combination is ready that found no demand.
  @exclusivity(unchecked) private var isDue = false
  @usableFromInline @exclusivity(unchecked) var hasFinishedLane = false

  /// Makes a joiner.
  ///
  /// - Parameters:
  ///   - port: What is downstream.
  ///   - finish: Sends a finished completion downstream.
  ///   - lanes: The lanes.
  ///   - emit: Sends what the lanes have brought, and says how much more is wanted.
  @usableFromInline init(
    _ port: RawPort, name: StaticString, finish: @escaping (RawPort) -> Void, lanes: [Lane], emit: @escaping () -> UInt
  ) {
    self.port = port
    self.name = name
    self.lanes = lanes
    self.emit = emit
    end = finish
  }

  /// Subscribes the lanes, then introduces itself downstream; ends and demand that come meanwhile wait.
  @usableFromInline func start(subscribe: () -> Void) {
    _ = gate.enter(Gate.anyone)
    subscribe()
    port.receive(subscription: self)
    gate.leave(Gate.anyone)
  }

  /// Called inside the gate when a lane has brought something that makes the output ready.
  @inlinable @inline(__always) func ready() {
    if credit.isUnlimited {
      _ = emit()
      if hasFinishedLane { finishIfDone() }
    } else {
      readyBooked()
    }
  }

  @usableFromInline func readyBooked() {
    guard credit.spend() else {
      isDue = !credit.isClosed
      return
    }
    let more = Subscribers.Demand(raw: emit())
    if more > .none {
      credit.grant(more)
      gate.afterwards { self.askLanes(more) }
    }
    if hasFinishedLane { finishIfDone() }
  }

  /// Ends it because a lane has: with an error, or because nothing more can become ready. Only inside the gate.
  @usableFromInline func finish(_ end: (RawPort) -> Void) {
    guard credit.close() else { return }
    for lane in lanes { lane.link.cancel() }
    clear()
    end(port)
  }

  /// Called inside the gate when a lane has finished.
  @usableFromInline func laneDidFinish(_ lane: Lane) {
    lane.isFinished = true
    hasFinishedLane = true
    finishIfDone()
  }

  @usableFromInline func finishIfDone() {
    if lanes.contains(where: { $0.isFinished && $0.endsAll }) || !isDue && lanes.allSatisfy(\.isFinished) {
      finish(end)
    }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscriber must ask for at least one value")
    credit.grant(demand)
    perform {
      self.flush()
      self.gate.afterwards { self.askLanes(demand) }
    }
  }

  /// Sends what has become ready without demand.
  private func flush() {
    while isDue, credit.outstanding > .none {
      isDue = false
      readyBooked()
      if !isDue { isDue = lanes.allSatisfy(\.hasMore) }
    }
    if hasFinishedLane { finishIfDone() }
  }

  private func askLanes(_ demand: Subscribers.Demand) {
    for lane in lanes { lane.link.request(demand) }
  }

  @usableFromInline func cancel() {
    guard credit.close() else { return }
    perform {
      for lane in self.lanes { lane.link.cancel() }
      self.clear()
    }
  }

  private func clear() {
    for lane in lanes { lane.clear() }
    isDue = false
  }

  /// Runs work inside the gate, at once or when whoever is inside leaves.
  @usableFromInline func perform(_ work: @escaping () -> Void) {
    if gate.enter(Gate.anyone, orLeave: work) {
      work()
      gate.leave(Gate.anyone)
    }
  }

  @usableFromInline var description: String { name.description }
}

/// One upstream of a joiner.
@usableFromInline class Lane {
  @usableFromInline final let link = Link()
  @usableFromInline @exclusivity(unchecked) final var isFinished = false

  @usableFromInline init() {}

  /// Whether more is waiting that belongs to the next output.
  @usableFromInline var hasMore: Bool { false }
  /// Whether the end of this lane is the end of all.
  @usableFromInline var endsAll: Bool { false }
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
        joiner.perform { [self] in
          switch completion {
          case .finished: joiner.laneDidFinish(self)
          case .failure:
            joiner.finish { port in withUnsafePointer(to: completion) { port.signal(.completion($0)) } }
          }
        }
      })
  }
}
