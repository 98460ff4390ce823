import Dispatch
import Scenario
import Streams

// What the peer lacks.

var combining: [Cost] {
  [
    .of("combineLatest(_:)", toBoth: true) { $0.a.combineLatest($0.b) },
    .of("combineLatest(_:_:)", toBoth: true) { $0.a.combineLatest($0.b) { $0 &+ $1 } },
    .of("combineLatest(_:_:)", "three", toBoth: true) { $0.a.combineLatest($0.b, $0.a) },
    .of("combineLatest(_:_:_:)", toBoth: true) { $0.a.combineLatest($0.b, $0.a) { $0 &+ $1 &+ $2 } },
    .of("combineLatest(_:_:_:)", "four", toBoth: true) { $0.a.combineLatest($0.b, $0.a, $0.b) },
    .of("combineLatest(_:_:_:_:)", toBoth: true) { $0.a.combineLatest($0.b, $0.a, $0.b) { $0 &+ $1 &+ $2 &+ $3 } },
    .of("merge(with:)", toBoth: true) { $0.a.merge(with: $0.b) },
    .of("merge(with:_:)", toBoth: true) { $0.a.merge(with: $0.b, $0.a) },
    .of("merge(with:_:_:)", toBoth: true) { $0.a.merge(with: $0.b, $0.a, $0.b) },
    .of("merge(with:_:_:_:)", toBoth: true) { $0.a.merge(with: $0.b, $0.a, $0.b, $0.a) },
    .of("merge(with:_:_:_:_:)", toBoth: true) { $0.a.merge(with: $0.b, $0.a, $0.b, $0.a, $0.b) },
    .of("merge(with:_:_:_:_:_:)", toBoth: true) { $0.a.merge(with: $0.b, $0.a, $0.b, $0.a, $0.b, $0.a) },
    .of("merge(with:_:_:_:_:_:_:)", toBoth: true) { $0.a.merge(with: $0.b, $0.a, $0.b, $0.a, $0.b, $0.a, $0.b) },
  ]
}

var timingInPortions: [Cost] {
  let now = ImmediateScheduler.shared
  return [
    .of("timeout(_:scheduler:options:customError:)") { $0.a.timeout(.seconds(1), scheduler: DispatchQueue.main) },
    .of("collect(_:options:)", "byTime") { $0.a.collect(.byTime(now, 1)) },
    .of("collect(_:options:)", "byTimeOrCount") { $0.a.collect(.byTimeOrCount(now, 1, 2)) },
  ]
}
