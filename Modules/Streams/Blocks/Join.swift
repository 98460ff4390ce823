extension Joiner {
  /// Joins two publishers, each by its lane.
  @inlinable @inline(__always)
  static func join<
    A: Publisher, B: Publisher, LaneA: ValueLane<A.Output>, LaneB: ValueLane<B.Output>
  >(
    _ a: A, _ laneA: LaneA, _ b: B, _ laneB: LaneB,
    of operation: Any.Type, to downstream: Port<(A.Output, B.Output), A.Failure>
  ) {
    let joiner = Joiner(downstream, of: operation, [laneA, laneB], isConsuming: LaneA.isConsuming) {
      downstream.receive((laneA.draw(in: $0), laneB.draw(in: $0))).raw
    }
    joiner.start {
      a.receive(subscriber: laneA.port(into: joiner))
      b.receive(subscriber: laneB.port(into: joiner))
    }
  }

  /// Joins three publishers, each by its lane.
  @inlinable @inline(__always)
  static func join<
    A: Publisher, B: Publisher, C: Publisher, LaneA: ValueLane<A.Output>, LaneB: ValueLane<B.Output>,
    LaneC: ValueLane<C.Output>
  >(
    _ a: A, _ laneA: LaneA, _ b: B, _ laneB: LaneB, _ c: C, _ laneC: LaneC,
    of operation: Any.Type, to downstream: Port<(A.Output, B.Output, C.Output), A.Failure>
  ) {
    let joiner = Joiner(downstream, of: operation, [laneA, laneB, laneC], isConsuming: LaneA.isConsuming) {
      downstream.receive((laneA.draw(in: $0), laneB.draw(in: $0), laneC.draw(in: $0))).raw
    }
    joiner.start {
      a.receive(subscriber: laneA.port(into: joiner))
      b.receive(subscriber: laneB.port(into: joiner))
      c.receive(subscriber: laneC.port(into: joiner))
    }
  }

  /// Joins four publishers, each by its lane.
  @inlinable @inline(__always)
  static func join<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, LaneA: ValueLane<A.Output>, LaneB: ValueLane<B.Output>,
    LaneC: ValueLane<C.Output>, LaneD: ValueLane<D.Output>
  >(
    _ a: A, _ laneA: LaneA, _ b: B, _ laneB: LaneB, _ c: C, _ laneC: LaneC, _ d: D, _ laneD: LaneD,
    of operation: Any.Type, to downstream: Port<(A.Output, B.Output, C.Output, D.Output), A.Failure>
  ) {
    let joiner = Joiner(downstream, of: operation, [laneA, laneB, laneC, laneD], isConsuming: LaneA.isConsuming) {
      downstream.receive((laneA.draw(in: $0), laneB.draw(in: $0), laneC.draw(in: $0), laneD.draw(in: $0))).raw
    }
    joiner.start {
      a.receive(subscriber: laneA.port(into: joiner))
      b.receive(subscriber: laneB.port(into: joiner))
      c.receive(subscriber: laneC.port(into: joiner))
      d.receive(subscriber: laneD.port(into: joiner))
    }
  }

  /// Joins publishers of one type, each by its lane.
  @inlinable @inline(__always)
  static func join<P: Publisher, L: ValueLane<P.Output>>(
    _ publishers: [P], _ lanes: [L], of operation: Any.Type, to downstream: Port<[P.Output], P.Failure>
  ) {
    guard !lanes.isEmpty else { return Empty().receive(subscriber: downstream) }
    let joiner = Joiner(downstream, of: operation, lanes, isConsuming: L.isConsuming) { joiner in
      downstream.receive(lanes.map { $0.draw(in: joiner) }).raw
    }
    joiner.start {
      for (publisher, lane) in zip(publishers, lanes) { publisher.receive(subscriber: lane.port(into: joiner)) }
    }
  }
}
