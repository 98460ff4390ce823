/// Joins lanes of different types: keeps what each lane has brought, and sends all of it together when it is ready.
///
/// It knows neither the lanes' types nor their number: a closure made where they are known assembles the output, so no
/// value is boxed. What downstream asks for goes to every lane.
@usableFromInline package final class Joiner: Junction, @unchecked Sendable {
  // NB: Sendable because what is variable is touched only inside the gate.
  @usableFromInline package let lanes: [Lane]
  /// Sends what the lanes have brought, and says how much more is wanted.
  @usableFromInline package let emit: (Joiner) -> UInt
  /// Whether what a lane has brought is used once.
  @usableFromInline package let isConsuming: Bool
  /// How many lanes have nothing for the next output.
  @usableFromInline @exclusivity(unchecked) package var missing: Int
  /// An output is ready that found no demand.
  @usableFromInline @exclusivity(unchecked) package var isDue = false
  @usableFromInline @exclusivity(unchecked) package var hasFinishedLane = false

  @inlinable package init<Output, Failure: Error>(
    _ downstream: Port<Output, Failure>, of operation: Any.Type, _ lanes: [Lane], isConsuming: Bool = false,
    emit: @escaping (Joiner) -> UInt
  ) {
    self.lanes = lanes
    self.isConsuming = isConsuming
    self.emit = emit
    missing = lanes.count
    super.init(downstream, of: operation)
  }

  /// Subscribes the lanes; downstream is introduced after.
  @usableFromInline package func subscribe() {
    start { for lane in lanes { lane.subscribe.take()?(self) } }
  }

  /// Called inside the gate when a lane has brought something.
  @inlinable @inline(__always) package func ready() {
    guard missing == 0 else { return }
    if credit.isUnlimited {
      _ = emit(self)
      if hasFinishedLane { finishIfDone() }
    } else {
      readyBooked()
    }
  }

  @usableFromInline package func readyBooked() {
    guard credit.spend() else {
      isDue = !credit.isClosed
      return
    }
    let more = Subscribers.Demand(raw: emit(self))
    credit.grant(more)
    pass(more) { self.askLanes($0) }
    if hasFinishedLane { finishIfDone() }
  }

  /// Called inside the gate when a lane has finished.
  func laneDidFinish(_ lane: Lane) {
    lane.isFinished = true
    hasFinishedLane = true
    finishIfDone()
  }

  /// Ends it when nothing more can become ready.
  @usableFromInline package func finishIfDone() {
    let isDone =
      isConsuming
      ? lanes.contains { $0.isFinished && !$0.isFilled }
      : !isDue && lanes.allSatisfy(\.isFinished)
    if isDone { finish(end) }
  }

  @usableFromInline package override var needsDemand: Bool { isConsuming }

  @usableFromInline package override func meet(_ demand: Subscribers.Demand) {
    credit.grant(demand)
    while isDue, credit.outstanding > .none {
      isDue = false
      readyBooked()
      if isConsuming, missing == 0 { isDue = true }
    }
    if hasFinishedLane { finishIfDone() }
  }

  /// Asks the lanes at once: whoever asks from inside a delivery may send there what it has asked for.
  @usableFromInline package override func accept(_ demand: Subscribers.Demand) {
    // NB: not while it introduces itself: all that a sequence has would wait at the gate until downstream has come back.
    let isIntroduced = isIntroduced.load(ordering: .acquiring)
    gate.perform {
      self.meet(demand)
      if !isIntroduced { self.gate.afterwards { self.askLanes(demand) } }
    }
    if isIntroduced { askLanes(demand) }
  }

  private func askLanes(_ demand: Subscribers.Demand) {
    for lane in lanes { lane.link.request(demand) }
  }

  @usableFromInline package override func detach() { for lane in lanes { lane.link.cancel() } }

  @usableFromInline package override func release() {
    for lane in lanes { lane.clear() }
    isDue = false
  }
}
