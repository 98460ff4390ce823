import Scenario
import Streams

/// Many subscribers, and subscribing itself.
let subscribing: Scenarios = [
  .fanOut10: { events in fanOut(events, to: 10) },
  .fanOut1000: { events in fanOut(events, to: 1_000) },
  .buildAndCancel: { events in
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    return Slice(total) {
      for _ in 0..<events {
        let subscription = subject.map { $0 &+ 1 }.filter { $0 & 1023 != 0 }.sink { total.add($0) }
        subscription.cancel()
      }
      subject.send(1)
    }
  },
  .afterCancelled: { events in
    feed(events) { subject, total in
      for _ in 0..<10_000 { subject.sink { total.add($0) }.cancel() }
      return subject.sink { total.add($0) }
    }
  },
]

private func fanOut(_ events: Int, to subscribers: Int) -> Slice {
  let total = Total()
  let subject = PassthroughSubject<Int, Never>()
  let subscriptions = (0..<subscribers).map { _ in subject.sink { total.add($0) } }
  return Slice(total, keeping: subscriptions) {
    for value in 0..<events / subscribers { subject.send(value) }
  }
}
