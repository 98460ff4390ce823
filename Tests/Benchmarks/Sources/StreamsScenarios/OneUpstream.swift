import Scenario
import Streams
import StreamsGeneric

/// A subject and operators with one upstream.
let oneUpstream: Scenarios = [
  .sink: { events in
    feed(events) { subject, total in subject.sink { total.add($0) } }
  },
  .mapFilter: { events in
    feed(events) { subject, total in
      subject.map { $0 &+ 1 }.filter { $0 & 1023 != 0 }.sink { total.add($0) }
    }
  },
  .genericMapFilter: { events in
    feed(events) { subject, total in mapFilter(subject, into: total) }
  },
  .erasedMapFilter: { events in
    feed(events) { subject, total in
      subject.map { $0 &+ 1 }.eraseToAnyPublisher().filter { $0 & 1023 != 0 }.eraseToAnyPublisher()
        .sink { total.add($0) }
    }
  },
  .oneAtATime: { events in
    feed(events) { subject, total in
      let subscriber = OneAtATime(total)
      subject.map { $0 &+ 1 }.filter { $0 & 1023 != 0 }.subscribe(subscriber)
      return AnyCancellable(subscriber)
    }
  },
  .removeDuplicates: { events in
    feed(events) { subject, total in subject.removeDuplicates().sink { total.add($0) } }
  },
  .scan: { events in
    let total = Total()
    return Slice(total) {
      let subject = PassthroughSubject<Int, Never>()
      let subscription = subject.scan(0) { $0 &+ $1 }.sink { total.add($0) }
      for value in 0..<events { subject.send(value) }
      subscription.cancel()
    }
  },
  .prefixWhile: { events in
    feed(events) { subject, total in subject.prefix { $0 >= 0 }.sink { total.add($0) } }
  },
  .reduce: { events in
    let total = Total()
    return Slice(total) {
      let subject = PassthroughSubject<Int, Never>()
      let subscription = subject.reduce(0) { $0 &+ $1 }.sink { total.add($0) }
      for value in 0..<events { subject.send(value) }
      subject.send(completion: .finished)
      subscription.cancel()
    }
  },
  .currentValue: { events in
    let total = Total()
    let subject = CurrentValueSubject<Int, Never>(0)
    let subscription = subject.sink { total.add($0) }
    return Slice(total, keeping: subscription) {
      for value in 0..<events { subject.send(value) }
    }
  },
  .sequence: { events in
    let total = Total()
    return Slice(total) {
      let subscription = (0..<events).publisher.map { $0 &+ 1 }.filter { $0 & 1023 != 0 }.sink { total.add($0) }
      subscription.cancel()
    }
  },
]
