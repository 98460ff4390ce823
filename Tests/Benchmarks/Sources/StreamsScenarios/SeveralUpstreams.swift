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
