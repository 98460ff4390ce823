import Dispatch
import Scenario
import Streams

/// Time, queues and tasks.
let timeAndTasks: Scenarios = [
  .forAwait: { events in
    let total = Total()
    return Slice(total) {
      total.add(
        wait {
          var sum = 0
          for await value in (0..<events).publisher.values { sum &+= value }
          return sum
        })
    }
  },
  .receiveOnQueue: { events in
    let total = Total()
    let arrived = Handed(0)
    let subject = PassthroughSubject<Int, Never>()
    let queue = DispatchQueue(label: "receive(on:)")
    let subscription = subject.receive(on: queue).sink { value in
      total.add(value)
      if value == events - 1 { arrived.hand(value) }
    }
    return Slice(total, keeping: subscription) {
      for value in 0..<events { subject.send(value) }
      _ = arrived.receive()
    }
  },
  .debounce: { events in
    let arrived = Handed(0)
    let subject = PassthroughSubject<Int, Never>()
    let queue = DispatchQueue(label: "debounce")
    let subscription = subject.debounce(for: .milliseconds(20), scheduler: queue).sink { value in
      if value == events - 1 { arrived.hand(value) }
    }
    return Slice(keeping: subscription) {
      for value in 0..<events { subject.send(value) }
    } check: {
      arrived.receive()
    }
  },
  .buffer: { events in
    let portion = 100
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = OnRequest(total)
    subject.buffer(size: portion, prefetch: .byRequest, whenFull: .dropOldest).subscribe(subscriber)
    return Slice(total, keeping: AnyCancellable(subscriber)) {
      for start in stride(from: 0, to: events, by: portion) {
        for value in start..<start + portion { subject.send(value) }
        subscriber.request(portion)
      }
    }
  },
]
