import Scenario
import Streams

/// Chains of equal operators.
let chains: Scenarios = [
  .map4: { events in
    feed(events) { subject, total in
      subject.map(next).map(next).map(next).map(next).sink { total.add($0) }
    }
  },
  .map8: { events in
    feed(events) { subject, total in
      let four = subject.map(next).map(next).map(next).map(next)
      return four.map(next).map(next).map(next).map(next).sink { total.add($0) }
    }
  },
  .map16: { events in
    feed(events) { subject, total in
      let four = subject.map(next).map(next).map(next).map(next)
      let eight = four.map(next).map(next).map(next).map(next)
      let twelve = eight.map(next).map(next).map(next).map(next)
      return twelve.map(next).map(next).map(next).map(next).sink { total.add($0) }
    }
  },
]

private func next(_ value: Int) -> Int { value &+ 1 }
