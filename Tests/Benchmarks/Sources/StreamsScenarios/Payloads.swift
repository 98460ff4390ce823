import Scenario
import Streams

/// Values that are counted by reference.
let payloads: Scenarios = [
  .classPayload: { events in
    let total = Total()
    let subject = PassthroughSubject<Payload, Never>()
    let subscription = subject.map { $0 }.filter { $0.number >= 0 }.sink { total.add($0.number) }
    let object = Payload(events)
    return Slice(total, keeping: subscription) {
      for _ in 0..<events { subject.send(object) }
    }
  },
  .stringPayload: { events in
    let total = Total()
    let subject = PassthroughSubject<String, Never>()
    let subscription = subject.map { $0 }.filter { !$0.isEmpty }.sink { total.add($0.utf8.count) }
    let string = longString(events)
    return Slice(total, keeping: subscription) {
      for _ in 0..<events { subject.send(string) }
    }
  },
]
