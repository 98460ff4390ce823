import Dispatch
import Scenario

/// What the same work costs when one writes it by hand, without any library: callbacks in an array, loops, a queue. It
/// has no demand, no completion and no thread safety, and it is not tuned either.
public let plainScenarios: Scenarios = [
  .sink: { events in
    feed(events) { callbacks, total in callbacks.add { total.add($0) } }
  },
  .mapFilter: { events in
    feed(events) { callbacks, total in callbacks.add(mapped(filtered { total.add($0) })) }
  },
  .genericMapFilter: { events in
    feed(events) { callbacks, total in callbacks.add(mapped(filtered { total.add($0) })) }
  },
  .sequence: { events in
    let total = Total()
    return Slice(total) {
      for value in (0..<events).lazy.map({ $0 &+ 1 }).filter({ $0 & 1023 != 0 }) { total.add(value) }
    }
  },
  .removeDuplicates: { events in
    feed(events) { callbacks, total in
      var last: Int?
      callbacks.add { value in
        guard value != last else { return }
        last = value
        total.add(value)
      }
    }
  },
  .map4: { events in chain(events, of: 4) },
  .map8: { events in chain(events, of: 8) },
  .map16: { events in chain(events, of: 16) },
  .fanOut10: { events in fanOut(events, to: 10) },
  .fanOut1000: { events in fanOut(events, to: 1_000) },
  .forAwait: { events in
    let total = Total()
    return Slice(total) {
      total.add(
        wait {
          let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
          for value in 0..<events { continuation.yield(value) }
          continuation.finish()
          var sum = 0
          for await value in stream { sum &+= value }
          return sum
        })
    }
  },
  .receiveOnQueue: { events in
    let total = Total()
    let arrived = Handed(0)
    let queue = DispatchQueue(label: "plain")
    let callback: @Sendable (Int) -> Void = { value in
      total.add(value)
      if value == events - 1 { arrived.hand(value) }
    }
    return Slice(total) {
      for value in 0..<events { queue.async { callback(value) } }
      _ = arrived.receive()
    }
  },
]

private final class Callbacks {
  private var all: [(Int) -> Void] = []

  func add(_ callback: @escaping (Int) -> Void) {
    all.append(callback)
  }

  func send(_ value: Int) {
    for callback in all { callback(value) }
  }
}

private func mapped(_ next: @escaping (Int) -> Void) -> (Int) -> Void {
  { next($0 &+ 1) }
}

private func filtered(_ next: @escaping (Int) -> Void) -> (Int) -> Void {
  { if $0 & 1023 != 0 { next($0) } }
}

private func feed(_ events: Int, build: (Callbacks, Total) -> Void) -> Slice {
  let total = Total()
  let callbacks = Callbacks()
  build(callbacks, total)
  return Slice(total) {
    for value in 0..<events { callbacks.send(value) }
  }
}

private func chain(_ events: Int, of length: Int) -> Slice {
  feed(events) { callbacks, total in
    callbacks.add((0..<length).reduce({ total.add($0) }, { next, _ in mapped(next) }))
  }
}

private func fanOut(_ events: Int, to subscribers: Int) -> Slice {
  let total = Total()
  let callbacks = Callbacks()
  for _ in 0..<subscribers { callbacks.add { total.add($0) } }
  return Slice(total) {
    for value in 0..<events / subscribers { callbacks.send(value) }
  }
}
