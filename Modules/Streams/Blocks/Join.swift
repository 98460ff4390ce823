extension Joiner {
  /// Joins two lanes.
  @inlinable @inline(__always)
  package static func join<A: ValueLane, B: ValueLane, Failure: Error>(
    _ a: A, _ b: B, of operation: Any.Type, to downstream: Port<(A.Value, B.Value), Failure>
  ) {
    Joiner(downstream, of: operation, [a, b], isConsuming: A.isConsuming) { [downstream = downstream.unretained] in
      downstream.receive((a.draw(in: $0), b.draw(in: $0))).raw
    }.subscribe()
  }

  /// Joins three lanes.
  @inlinable @inline(__always)
  package static func join<A: ValueLane, B: ValueLane, C: ValueLane, Failure: Error>(
    _ a: A, _ b: B, _ c: C, of operation: Any.Type, to downstream: Port<(A.Value, B.Value, C.Value), Failure>
  ) {
    Joiner(downstream, of: operation, [a, b, c], isConsuming: A.isConsuming) { [downstream = downstream.unretained] in
      downstream.receive((a.draw(in: $0), b.draw(in: $0), c.draw(in: $0))).raw
    }.subscribe()
  }

  /// Joins four lanes.
  @inlinable @inline(__always)
  package static func join<A: ValueLane, B: ValueLane, C: ValueLane, D: ValueLane, Failure: Error>(
    _ a: A, _ b: B, _ c: C, _ d: D, of operation: Any.Type,
    to downstream: Port<(A.Value, B.Value, C.Value, D.Value), Failure>
  ) {
    Joiner(downstream, of: operation, [a, b, c, d], isConsuming: A.isConsuming) {
      [downstream = downstream.unretained] in
      downstream.receive((a.draw(in: $0), b.draw(in: $0), c.draw(in: $0), d.draw(in: $0))).raw
    }.subscribe()
  }

  /// Joins lanes of one type.
  @inlinable @inline(__always)
  package static func join<L: ValueLane, Failure: Error>(
    _ lanes: [L], of operation: Any.Type, to downstream: Port<[L.Value], Failure>
  ) {
    guard !lanes.isEmpty else { return Empty().receive(subscriber: downstream) }
    Joiner(downstream, of: operation, lanes, isConsuming: L.isConsuming) {
      [downstream = downstream.unretained] joiner in
      downstream.receive(lanes.map { $0.draw(in: joiner) }).raw
    }.subscribe()
  }
}
