import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ScanTests {
  @Test func `emits each intermediate result`() {
    let recorder = [1, 2, 3].publisher.scan(10) { $0 + $1 }.record()
    expectEqual(recorder.history, ["subscription: [1, 2, 3]", "value: 11", "value: 13", "value: 16", "finished"])
  }

  @Test func `asks for no more when its closure has caused the completion`() {
    let upstream = StubPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    upstream.scan(0) { sum, value in
      upstream.send(completion: .finished)
      return sum + value
    }.subscribe(subscriber)
    upstream.send(subscription: Subscriptions.empty)
    expectEqual(upstream.send(1), .none)
    expectEqual(subscriber.history.last, "finished")
  }

  @Test func `starts from the initial result for each subscriber`() {
    let sums = [1, 2].publisher.scan(0, +)
    expectEqual(sums.record().values, [1, 3])
    expectEqual(sums.record().values, [1, 3])
  }

  @Test func `passes demand and cancel through`() throws {
    try expectMarbles(
      """
      a:          -1-2-3-4
      demand:     2---1
      cancel:     ------!
      a.upstream: (^2)---1-!
      result:     -1-[12]-[123]
      """
    ) { rows, _ in rows.a.scan("", +) }
  }

  @Test func `passes a failure through`() throws {
    try expectMarbles("a: -12#\nresult: -1[12]#") { rows, _ in rows.a.scan("", +) }
  }

  @Test func `passes the upstream's own subscription through`() {
    let subject = PassthroughSubject<Int, Never>()
    expectEqual(subject.scan(0, +).record(demand: .none).history, ["subscription: PassthroughSubject"])
  }

  @Test func `emits nothing after the end`() {
    let upstream = StubPublisher<Int, Never>()
    let recorder = upstream.scan(0, +).record()
    upstream.send(1)
    upstream.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(recorder.history, ["value: 1", "finished"])
  }

  @Test func `tryScan cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryScan(0) { try $0 + positive($1) } }
    expectEqual(
      history,
      [
        "value: 1", "failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel",
      ])
  }

  @Test func `tryScan emits each result on demand`() throws {
    try expectMarbles("a: -12-3|\ndemand: 1--1\na.upstream: (^1)--1\nresult: -1--[13]|") { rows, _ in
      rows.a.tryScan("") { try $0 + checked($1) }
    }
  }
}
