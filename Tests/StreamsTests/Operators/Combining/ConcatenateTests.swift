import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ConcatenateTests {
  @Test func `passes the remaining demand to the appended publisher`() {
    let first = ProbePublisher<Int, Never>()
    let second = ProbePublisher<Int, Never>()
    let recorder = first.append(second).record(demand: .max(3))
    first.send(1)
    expectEqual(second.events, [])
    first.send(completion: .finished)
    expectEqual(second.events, [.subscribe, .request(.max(2))])
    second.send(2)
    recorder.cancel()
    expectEqual(recorder.history, ["subscription: Concatenate", "value: 1", "value: 2"])
    expectEqual(second.events.last, .cancel)
  }

  @Test func `appends and prepends elements and publishers`() {
    let numbers = [2, 3].publisher
    expectEqual(numbers.append(4, 5).record().values, [2, 3, 4, 5])
    expectEqual(numbers.append(4...5).record().values, [2, 3, 4, 5])
    expectEqual(numbers.prepend(0, 1).record().values, [0, 1, 2, 3])
    expectEqual(numbers.prepend(0...1).record().values, [0, 1, 2, 3])
    expectEqual(numbers.prepend(Just(1)).append(Just(4)).record(demand: .max(3)).values, [1, 2, 3])
  }

  @Test func `fails without subscribing to what follows`() {
    let prefix = ProbePublisher<Int, Oops>()
    let recorder = prefix.append(1).append(2).record()
    prefix.send(completion: .failure(Oops()))
    expectEqual(recorder.history, ["subscription: Concatenate", "failure: Oops()"])
  }

  @Test func `keeps the order of nested concatenations`() {
    let inner = Just(2).append(Just(3))
    expectEqual(Just(1).append(inner).append(Just(4).append(5)).record().values, [1, 2, 3, 4, 5])
    expectEqual(Just(1).append(inner.map { $0 * 10 }).append(4).record().values, [1, 20, 30, 4])
  }

  @Test(arguments: [false, true]) func `does not recurse for thousands of appends`(isErased: Bool) {
    var left = Just(0).eraseToAnyPublisher()
    for value in 1..<5_000 { left = left.append(Just(value)).eraseToAnyPublisher() }
    let recorder = isErased ? left.record(demand: .max(5_000)) : left.prepend(-1).record()
    #expect(recorder.values == (isErased ? Array(0..<5_000) : Array(-1..<5_000)))
    expectEqual(recorder.completion, .finished)
    var right = Just(0).eraseToAnyPublisher()
    for value in 1..<5_000 { right = Just(value).append(right).eraseToAnyPublisher() }
    expectEqual(right.record().values, Array((0..<5_000).reversed()))
  }

  @Test func `subscribes to the appended publisher at the end`() throws {
    try expectMarbles(
      """
      a:           -1|
      b:           ---2|
      a.upstream:  (^*)
      b.upstream:  --(^*)
      result:      -1-2|
      """
    ) { rows, _ in rows.a.append(rows.b) }
  }

  @Test func `passes a cancel to the current publisher`() throws {
    try expectMarbles(
      """
      a:           -1-|
      b:           ----2
      cancel:      --!
      a.upstream:  (^*)-!
      b.upstream:
      result:      -1
      """
    ) { rows, _ in rows.a.append(rows.b) }
  }

  @Test func `subscribes after a delivery that finishes the upstream`() {
    let history = Reentrancy.historyOfCompleting(.finished) { $0.append(2, 3, 4) }
    expectEqual(history, ["value: 1", "value: 2", "value: 3"])
  }
}
