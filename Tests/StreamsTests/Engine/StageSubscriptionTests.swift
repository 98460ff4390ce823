import ExpectSupport
import Streams
import StreamsTesting
import Testing

/// Upstreams that send again from inside the closure of a stage.
@Suite struct StageSubscriptionTests {
  /// A number as an object, so that a value that is released too early is noticed.
  private final class Number {
    let value: Int

    init(_ value: Int) { self.value = value }
  }

  private typealias Numbers = StubPublisher<Number, Never>

  /// What a sink receives when the upstream sends 1, 2 and the end, and sends 10 or the end from inside the closure for 1.
  private func received<P: Publisher>(
    endsInside: Bool = false, _ make: (Numbers, @escaping (Number) -> Void) -> P
  ) -> [String] where P.Output == Number {
    let upstream = Numbers()
    var events: [String] = []
    let closure: (Number) -> Void = { [unowned upstream] number in
      guard number.value == 1 else { return }
      if endsInside { upstream.send(completion: .finished) } else { upstream.send(Number(10)) }
    }
    let cancellable = make(upstream, closure).sink(
      receiveCompletion: { _ in events.append("end") }, receiveValue: { events.append("\($0.value)") })
    upstream.send(subscription: Subscriptions.empty)
    upstream.send(Number(1))
    upstream.send(Number(2))
    upstream.send(completion: .finished)
    cancellable.cancel()
    return events
  }

  private func sum(_ total: Number, _ next: Number, _ closure: (Number) -> Void) -> Number {
    closure(next)
    return Number(total.value + next.value)
  }

  @Test func `scan gives an inner value the last result`() {
    expectEqual(
      received { upstream, closure in upstream.scan(Number(5)) { sum($0, $1, closure) } }, ["15", "6", "8", "end"])
  }

  @Test func `tryScan gives an inner value the last result`() {
    expectEqual(
      received { upstream, closure in upstream.tryScan(Number(5)) { sum($0, $1, closure) } }, ["15", "6", "8", "end"])
  }

  @Test func `reduce keeps the outer result`() {
    expectEqual(received { upstream, closure in upstream.reduce(Number(5)) { sum($0, $1, closure) } }, ["8", "end"])
    expectEqual(received { upstream, closure in upstream.tryReduce(Number(5)) { sum($0, $1, closure) } }, ["8", "end"])
  }

  @Test func `removeDuplicates compares an inner value with the last one`() {
    expectEqual(
      received { upstream, closure in
        upstream.prepend(Number(0)).removeDuplicates {
          closure($1)
          return $0.value == $1.value
        }
      }, ["0", "10", "1", "2", "end"])
  }

  @Test func `max compares an inner value with the last one`() {
    expectEqual(
      received { upstream, closure in
        upstream.prepend(Number(0)).max {
          closure($1)
          return $0.value < $1.value
        }
      }, ["2", "end"])
  }

  @Test func `drop stops dropping when an inner value fails the condition`() {
    expectEqual(
      received { upstream, closure in
        upstream.drop {
          closure($0)
          return $0.value == 1
        }
      }, ["10", "2", "end"])
  }

  @Test func `last keeps the outer element`() {
    expectEqual(
      received { upstream, closure in
        upstream.last {
          closure($0)
          return $0.value != 2
        }
      }, ["1", "end"])
  }

  @Test func `an end from inside the closure ends`() {
    expectEqual(
      received(endsInside: true) { upstream, closure in upstream.scan(Number(5)) { sum($0, $1, closure) } }, ["end"])
    expectEqual(
      received(endsInside: true) { upstream, closure in upstream.tryScan(Number(5)) { sum($0, $1, closure) } },
      [
        "end"
      ])
    expectEqual(
      received(endsInside: true) { upstream, closure in upstream.reduce(Number(5)) { sum($0, $1, closure) } },
      ["5", "end"])
    expectEqual(
      received(endsInside: true) { upstream, closure in
        upstream.tryMap {
          closure($0)
          return $0
        }
      }, ["end"])
    expectEqual(
      received(endsInside: true) { upstream, closure in upstream.handleEvents(receiveOutput: { closure($0) }) },
      [
        "end"
      ])
    expectEqual(
      received(endsInside: true) { upstream, closure in
        upstream.breakpoint(receiveOutput: {
          closure($0)
          return false
        })
      }, ["end"])
  }

  @Test func `a throw from inside the closure ends`() {
    struct Odd: Error {}
    expectEqual(
      received { upstream, closure in
        upstream.tryScan(Number(5)) {
          if $1.value == 10 { throw Odd() }
          return sum($0, $1, closure)
        }
      }, ["end"])
  }

  @Test func `a cancel from inside the closure ends`() {
    let upstream = Numbers()
    var values: [Int] = []
    var cancellable: AnyCancellable?
    cancellable = upstream.tryMap { number -> Int in
      cancellable?.cancel()
      return number.value
    }.sink(receiveCompletion: { _ in values.append(0) }, receiveValue: { values.append($0) })
    upstream.send(subscription: Subscriptions.empty)
    upstream.send(Number(1))
    upstream.send(completion: .finished)
    expectEqual(values, [])
  }
}
