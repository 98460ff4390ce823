import Scenario
import Streams

/// Several upstreams.
let severalUpstreams: Scenarios = [
  .combineLatest: { events in
    let total = Total()
    let still = PassthroughSubject<Int, Never>()
    let moving = PassthroughSubject<Int, Never>()
    let subscription = still.combineLatest(moving).sink { total.add($0.0 &+ $0.1) }
    still.send(1)
    return Slice(total, keeping: subscription) {
      for value in 0..<events { moving.send(value) }
    }
  },
  .zip: { events in
    feedTwo(events) { first, second, total in first.zip(second).sink { total.add($0.0 &+ $0.1) } }
  },
  .zipSkew: { events in
    let total = Total()
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let subscription = first.zip(second).sink { total.add($0.0 &+ $0.1) }
    return Slice(total, keeping: subscription) {
      for value in 0..<events / 2 { first.send(value) }
      for value in 0..<events / 2 { second.send(value) }
    }
  },
  .merge: { events in
    feedTwo(events) { first, second, total in first.merge(with: second).sink { total.add($0) } }
  },
  .flatMapJust: { events in
    feed(events) { subject, total in subject.flatMap { Just($0) }.sink { total.add($0) } }
  },
  .flatMapSequence: { events in
    feed(events) { subject, total in subject.flatMap { [$0].publisher }.sink { total.add($0) } }
  },
  .switchToLatest: { events in
    feed(events) { subject, total in subject.map { Just($0) }.switchToLatest().sink { total.add($0) } }
  },
]

/// Two subjects that are sent values in turns.
private func feedTwo(
  _ events: Int,
  build: (PassthroughSubject<Int, Never>, PassthroughSubject<Int, Never>, Total) -> AnyCancellable
) -> Slice {
  let total = Total()
  let first = PassthroughSubject<Int, Never>()
  let second = PassthroughSubject<Int, Never>()
  let subscription = build(first, second, total)
  return Slice(total, keeping: subscription) {
    for value in 0..<events / 2 {
      first.send(value)
      second.send(value)
    }
  }
}
