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
  .removeDuplicates4: { events in
    feed(events) { subject, total in
      subject.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates().sink { total.add($0) }
    }
  },
  .removeDuplicates8: { events in
    feed(events) { subject, total in
      let four = subject.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
      return four.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates().sink { total.add($0) }
    }
  },
  .removeDuplicates16: { events in
    feed(events) { subject, total in
      let four = subject.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
      let eight = four.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
      let twelve = eight.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
      return twelve.removeDuplicates().removeDuplicates().removeDuplicates().removeDuplicates()
        .sink { total.add($0) }
    }
  },
  .flatMapJust4: { events in
    feed(events) { subject, total in
      subject.flatMap(just).flatMap(just).flatMap(just).flatMap(just).sink { total.add($0) }
    }
  },
  .flatMapJust8: { events in
    feed(events) { subject, total in
      let four = subject.flatMap(just).flatMap(just).flatMap(just).flatMap(just)
      return four.flatMap(just).flatMap(just).flatMap(just).flatMap(just).sink { total.add($0) }
    }
  },
  .flatMapJust16: { events in
    feed(events) { subject, total in
      let four = subject.flatMap(just).flatMap(just).flatMap(just).flatMap(just)
      let eight = four.flatMap(just).flatMap(just).flatMap(just).flatMap(just)
      let twelve = eight.flatMap(just).flatMap(just).flatMap(just).flatMap(just)
      return twelve.flatMap(just).flatMap(just).flatMap(just).flatMap(just).sink { total.add($0) }
    }
  },
]

private func next(_ value: Int) -> Int { value &+ 1 }

private func just(_ value: Int) -> Just<Int> { Just(value) }
